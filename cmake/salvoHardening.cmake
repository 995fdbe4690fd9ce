# Hardening ends the program at a memory fault instead of letting an attacker in. It checks stacks and copies, makes
# tables of addresses read-only before main(), and loads the program at a different place each time. It applies to
# optimised builds. Sanitisers find such faults better, and without optimisation copies cannot be checked.
option(SALVO_HARDENED "Harden the optimised builds" ON)
set(SALVO_HARDENING)
set(SALVO_HARDENING_LINK)
set(hardened_flags "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_RELEASE}")
if(NOT SALVO_HARDENED OR EMSCRIPTEN OR CMAKE_BUILD_TYPE STREQUAL "Debug" OR hardened_flags MATCHES "sanitize")
    return()
endif()

include(CheckLinkerFlag)
include(CheckPIESupported)
check_pie_supported(LANGUAGES C) # else CMake does not link what it compiled for any place as a program for any place
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(SALVO_HARDENING -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64|i[3-6]86)$")
    list(APPEND SALVO_HARDENING -fstack-clash-protection -fcf-protection)
endif()
check_linker_flag(C "-Wl,-z,relro,-z,now" SALVO_LINKS_RELRO)
if(SALVO_LINKS_RELRO)
    set(SALVO_HARDENING_LINK "-Wl,-z,relro,-z,now")
endif()
add_compile_options(${SALVO_HARDENING})
add_link_options(${SALVO_HARDENING_LINK})
