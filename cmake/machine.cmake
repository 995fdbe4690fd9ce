# A toolchain for other machines: SALVO_MACHINE is i386, aarch64 or s390x. scripts/test-machine unpacks the Debian
# packages that the build needs in build/MACHINE-root, where nothing else on this machine uses them.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SALVO_MACHINE)
set(CMAKE_SYSTEM_NAME Linux)

if(SALVO_MACHINE STREQUAL "i386") # `long` and pointers have 32 bits; a processor of 64 bits runs the programs as well
    set(CMAKE_SYSTEM_PROCESSOR i686)
    set(linker lib/ld-linux.so.2)
    # An x87 register holds more digits than a double, so the compiler's use of registers would affect the last digits.
    set(CMAKE_C_FLAGS_INIT "-msse2 -mfpmath=sse")
elseif(SALVO_MACHINE STREQUAL "aarch64") # `char` has no sign
    set(CMAKE_SYSTEM_PROCESSOR aarch64)
    set(linker lib/ld-linux-aarch64.so.1)
elseif(SALVO_MACHINE STREQUAL "s390x") # the high byte comes first, and `char` has no sign
    set(CMAKE_SYSTEM_PROCESSOR s390x)
    set(linker lib/ld64.so.1)
else()
    message(FATAL_ERROR "There is no machine '${SALVO_MACHINE}': SALVO_MACHINE is i386, aarch64 or s390x")
endif()
set(CMAKE_C_COMPILER ${CMAKE_SYSTEM_PROCESSOR}-linux-gnu-gcc)
if(NOT SALVO_MACHINE STREQUAL "i386")
    set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${SALVO_MACHINE}-static)
endif()

set(root "${CMAKE_CURRENT_LIST_DIR}/../build/${SALVO_MACHINE}-root")
file(REAL_PATH "${root}" root)
set(CMAKE_SYSROOT "${root}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} "${root}/usr/lib/${SALVO_MACHINE}-linux-gnu/pkgconfig:${root}/usr/share/pkgconfig")
set(ENV{PKG_CONFIG_SYSROOT_DIR} "${root}")

# The programs run here with the root's libraries and with those that these need, which requires the old tags.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,--dynamic-linker=${root}/${linker} -Wl,--disable-new-dtags")
string(APPEND CMAKE_EXE_LINKER_FLAGS_INIT
    " -Wl,-rpath,${root}/usr/lib/${SALVO_MACHINE}-linux-gnu:${root}/lib/${SALVO_MACHINE}-linux-gnu")
