# A toolchain for machines whose `long` and pointers have 32 bits. scripts/test-32 lays out the Debian packages of i386
# that the build needs in build/i386-root, where nothing else of the machine sees them.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
set(CMAKE_C_COMPILER i686-linux-gnu-gcc)

set(root "${CMAKE_CURRENT_LIST_DIR}/../build/i386-root")
file(REAL_PATH "${root}" root)
set(CMAKE_SYSROOT "${root}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} "${root}/usr/lib/i386-linux-gnu/pkgconfig:${root}/usr/share/pkgconfig")
set(ENV{PKG_CONFIG_SYSROOT_DIR} "${root}")

# An x87 register holds more digits than a double: what the compiler keeps in one would decide the last digits.
set(CMAKE_C_FLAGS_INIT "-msse2 -mfpmath=sse")

# A processor of 64 bits runs the programs as well, with the root's libraries (and those that these need: the old tags).
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,--dynamic-linker=${root}/lib/ld-linux.so.2 -Wl,--disable-new-dtags")
string(APPEND CMAKE_EXE_LINKER_FLAGS_INIT " -Wl,-rpath,${root}/usr/lib/i386-linux-gnu:${root}/lib/i386-linux-gnu")
