# The libraries that libsalvo needs. The build includes this file, and so does the installed package, because a program
# that links the static library links them, too. It sets
#   SALVO_LIBRARIES   the targets to link
#   SALVO_MODULES     their names in pkg-config
#   SALVO_PACKAGES    their Debian packages
#   SALVO_MISSING     the Debian packages of required libraries that are missing
#   SALVO_HAS_XLSXWRITER, SALVO_HAS_SQLITE   1 or 0: whether spreadsheets can be written, and results kept
set(SALVO_LIBRARIES m)
set(SALVO_MODULES)
set(SALVO_PACKAGES)
set(SALVO_MISSING)

find_package(PkgConfig QUIET)
if(NOT PkgConfig_FOUND)
    list(APPEND SALVO_MISSING pkgconf)
endif()

# Libraries of this machine are useless for WebAssembly.
if(EMSCRIPTEN)
    set(ENV{PKG_CONFIG_LIBDIR} "${CMAKE_FIND_ROOT_PATH}/lib/pkgconfig")
endif()

# Looks for a module of pkg-config and, if it exists, links it.
macro(salvo_find_module module package)
    if(PkgConfig_FOUND)
        pkg_check_modules(SALVO_${module} QUIET IMPORTED_TARGET ${module})
    endif()
    if(TARGET PkgConfig::SALVO_${module})
        list(APPEND SALVO_LIBRARIES PkgConfig::SALVO_${module})
        list(APPEND SALVO_MODULES ${module})
        list(APPEND SALVO_PACKAGES ${package})
    endif()
endmacro()

macro(salvo_need_module module package)
    salvo_find_module(${module} ${package})
    if(NOT TARGET PkgConfig::SALVO_${module})
        list(APPEND SALVO_MISSING ${package})
    endif()
endmacro()

# Optional libraries: SALVO_HAS_name becomes 1 if the library is found, else 0. `loses` is what salvo then cannot do.
# The option SALVO_name can switch each one off. An installed library needs everything that it was built with.
macro(salvo_note_optional name found package loses)
    if("${found}")
        set(SALVO_HAS_${name} 1)
    else()
        set(SALVO_HAS_${name} 0)
        if(NOT SALVO_INSTALLED)
            message(STATUS "Without the Debian package ${package}, salvo will not ${loses}")
        elseif(SALVO_${name})
            list(APPEND SALVO_MISSING ${package})
        endif()
    endif()
endmacro()

macro(salvo_want_module name module package loses)
    set(salvo_found OFF)
    if(SALVO_${name})
        salvo_find_module(${module} ${package})
        if(TARGET PkgConfig::SALVO_${module})
            set(salvo_found ON)
        endif()
    endif()
    salvo_note_optional(${name} ${salvo_found} ${package} "${loses}")
endmacro()

salvo_need_module(gmp libgmp-dev)
salvo_need_module(gsl libgsl-dev)
salvo_need_module(jansson libjansson-dev)
salvo_need_module(lua5.4 liblua5.4-dev)
# libcyaml links libyaml, but its Debian package does not depend on it.
salvo_need_module(yaml-0.1 libyaml-dev)
salvo_need_module(libcyaml libcyaml-dev)

salvo_want_module(XLSXWRITER xlsxwriter libxlsxwriter-dev "write spreadsheets (--format xlsx)")
salvo_want_module(SQLITE sqlite3 libsqlite3-dev "keep results (--store, --shard)")

# OpenMP is part of the compiler (for clang: libomp-dev). For machines without OpenMP there is an option: salvo then has
# one thread, and computes the same bytes.
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

# libcsv has no pkg-config file.
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
    list(APPEND SALVO_PACKAGES libcsv-dev)
else()
    list(APPEND SALVO_MISSING libcsv-dev)
endif()
