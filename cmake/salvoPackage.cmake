# `cmake --build build/release --target package` makes these files in the build folder:
#   salvo_VERSION_ARCH.deb          the program, its man page and completions
#   salvo-data_VERSION_all.deb      the rulebooks, and the templates of new ones
#   libsalvo0_VERSION_ARCH.deb      the shared library
#   libsalvo-dev_VERSION_ARCH.deb   its headers, and the static library
#   salvo-VERSION.tar.gz            the source

# The author of a package is its maintainer. Debian's own tools read the maintainer from these variables.
set(maintainer "salvo's maintainers <salvo@salvo.invalid>")
if(DEFINED ENV{DEBFULLNAME} AND DEFINED ENV{DEBEMAIL})
    set(maintainer "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
set(SALVO_MAINTAINER "${maintainer}" CACHE STRING "Who answers for the Debian packages: Name <address>")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME salvo)
set(CPACK_PACKAGE_VENDOR salvo)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "odds, winners and prices in tabletop wargames")
set(CPACK_PACKAGE_CONTACT "${SALVO_MAINTAINER}")
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program data shared library)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON) # asks dpkg-shlibdeps what the files really need
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME salvo)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "salvo-data (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS librsvg2-bin) # makes PNG of charts
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "salvo settles the numbers of a tabletop wargame's rules: what a roll of the
dice brings, who wins a duel and when, how a battle goes, what a unit is
worth. It computes exact probabilities where it can and simulates where it
cannot. Five rulebooks are included; others can be written in Lua.")
set(CPACK_DEBIAN_DATA_PACKAGE_NAME salvo-data)
set(CPACK_DEBIAN_DATA_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DATA_PACKAGE_SECTION games)
set(CPACK_COMPONENT_DATA_DESCRIPTION "The tables and rules of the rulebooks that salvo and its library answer
questions about, and the templates of new rulebooks.")
set(CPACK_DEBIAN_SHARED_PACKAGE_NAME libsalvo0)
set(CPACK_DEBIAN_SHARED_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_SHARED_PACKAGE_DEPENDS "salvo-data (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_SHARED_PACKAGE_CONTROL_EXTRA "${PROJECT_SOURCE_DIR}/cmake/debian/triggers")
set(CPACK_COMPONENT_SHARED_DESCRIPTION "For programs that ask salvo's library themselves. The rulebooks are in the
package salvo-data.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libsalvo-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "libsalvo0 (= ${PROJECT_VERSION})")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "For programs that ask salvo's library themselves: its headers, the static
library, and what CMake and pkg-config need to find it.")

# Programs with the static library link these, so its users need them. Debian's libxlsxwriter-dev does not depend on its
# own dependency.
set(needed ${SALVO_PACKAGES})
if(SALVO_HAS_XLSXWRITER)
    list(APPEND needed zlib1g-dev)
endif()
list(JOIN needed ", " needed)
string(APPEND CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS ", ${needed}")

# What a Debian package needs in addition to the installed files.
string(TIMESTAMP SALVO_PACKAGE_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(cmake/debian/changelog.in debian/changelog @ONLY)
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/salvoDebian.cmake")
set(CPACK_SALVO_DEBIAN "${PROJECT_SOURCE_DIR}/cmake/debian;${PROJECT_BINARY_DIR}/debian")

set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME "salvo-${PROJECT_VERSION}")
set(CPACK_SOURCE_IGNORE_FILES "/build/;/\\\\.git/;/\\\\.git$;/\\\\.cache/;/__pycache__/;/node_modules/;~$;\\\\.swp$;/CMakeUserPresets\\\\.json$;/compile_commands\\\\.json$")
set(CPACK_POST_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/salvoSource.cmake")
set(CPACK_SALVO_SOURCE_CONFIG "${PROJECT_BINARY_DIR}/CPackSourceConfig.cmake")
include(CPack)
