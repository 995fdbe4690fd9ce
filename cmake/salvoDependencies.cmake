# What libsalvo links to. The build includes this file, and so does the installed package, because whoever links
# the static library links these too. Sets
#   SALVO_LIBRARIES   the targets to link
#   SALVO_MISSING     the Debian packages of what was not found
#   SALVO_HAS_XLSXWRITER   whether spreadsheets can be written: salvo does without
#   SALVO_HAS_SQLITE   whether results can be stored: salvo does without
set(SALVO_LIBRARIES m)
set(SALVO_MISSING)

find_package(PkgConfig QUIET)
if(NOT PkgConfig_FOUND)
    list(APPEND SALVO_MISSING pkgconf)
endif()

# For WebAssembly nothing of this machine's own will do.
if(EMSCRIPTEN)
    set(ENV{PKG_CONFIG_LIBDIR} "${CMAKE_FIND_ROOT_PATH}/lib/pkgconfig")
endif()

function(salvo_need_module module package)
    if(PkgConfig_FOUND)
        pkg_check_modules(SALVO_${module} QUIET IMPORTED_TARGET ${module})
    endif()
    if(TARGET PkgConfig::SALVO_${module})
        set(SALVO_LIBRARIES ${SALVO_LIBRARIES} PkgConfig::SALVO_${module} PARENT_SCOPE)
    else()
        set(SALVO_MISSING ${SALVO_MISSING} ${package} PARENT_SCOPE)
    endif()
endfunction()

salvo_need_module(gmp libgmp-dev)
salvo_need_module(gsl libgsl-dev)
salvo_need_module(jansson libjansson-dev)
salvo_need_module(lua5.4 liblua5.4-dev)
# libcyaml links libyaml, but its Debian package does not bring it.
salvo_need_module(yaml-0.1 libyaml-dev)
salvo_need_module(libcyaml libcyaml-dev)

if(PkgConfig_FOUND)
    pkg_check_modules(SALVO_xlsxwriter QUIET IMPORTED_TARGET xlsxwriter)
endif()
if(TARGET PkgConfig::SALVO_xlsxwriter)
    set(SALVO_HAS_XLSXWRITER 1)
    list(APPEND SALVO_LIBRARIES PkgConfig::SALVO_xlsxwriter)
else()
    set(SALVO_HAS_XLSXWRITER 0)
endif()

if(PkgConfig_FOUND)
    pkg_check_modules(SALVO_sqlite3 QUIET IMPORTED_TARGET sqlite3)
endif()
if(TARGET PkgConfig::SALVO_sqlite3)
    set(SALVO_HAS_SQLITE 1)
    list(APPEND SALVO_LIBRARIES PkgConfig::SALVO_sqlite3)
else()
    set(SALVO_HAS_SQLITE 0)
endif()

# Comes with the compiler (for clang: libomp-dev). Whoever builds for machines without it says so: there salvo has one
# thread, and the same bytes.
option(SALVO_ONE_THREAD "Build without OpenMP, for one thread" OFF)
if(SALVO_ONE_THREAD)
    add_library(salvo_one_thread INTERFACE)
    target_include_directories(salvo_one_thread INTERFACE "$<BUILD_INTERFACE:${CMAKE_CURRENT_LIST_DIR}/one-thread>")
    target_compile_options(salvo_one_thread INTERFACE -Wno-unknown-pragmas)
    list(APPEND SALVO_LIBRARIES "$<BUILD_INTERFACE:salvo_one_thread>")
else()
    find_package(OpenMP QUIET COMPONENTS C)
    if(OpenMP_C_FOUND)
        list(APPEND SALVO_LIBRARIES OpenMP::OpenMP_C)
    else()
        list(APPEND SALVO_MISSING libomp-dev)
    endif()
endif()

# libcsv comes without a pkg-config file.
find_path(SALVO_CSV_INCLUDE_DIR csv.h)
find_library(SALVO_CSV_LIBRARY csv)
mark_as_advanced(SALVO_CSV_INCLUDE_DIR SALVO_CSV_LIBRARY)
if(SALVO_CSV_INCLUDE_DIR AND SALVO_CSV_LIBRARY)
    if(NOT TARGET salvo::csv)
        add_library(salvo::csv UNKNOWN IMPORTED)
        set_target_properties(salvo::csv PROPERTIES
            IMPORTED_LOCATION "${SALVO_CSV_LIBRARY}"
            INTERFACE_INCLUDE_DIRECTORIES "${SALVO_CSV_INCLUDE_DIR}")
    endif()
    list(APPEND SALVO_LIBRARIES salvo::csv)
else()
    list(APPEND SALVO_MISSING libcsv-dev)
endif()
