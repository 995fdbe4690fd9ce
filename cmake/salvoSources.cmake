# The build of salvo runs this script. It writes TO, a C file with a hash of all sources of FROM. Builds of the same
# sources are the same salvo, on any machine and with any compiler. Other sources may draw other random numbers,
# whatever their version. A commit id would not be enough: a source archive has none, and it ignores later edits.
file(GLOB_RECURSE files RELATIVE "${FROM}" "${FROM}/src/*.c" "${FROM}/src/*.h" "${FROM}/include/*")
list(SORT files)
set(all)
foreach(file IN LISTS files)
    file(SHA256 "${FROM}/${file}" hash)
    string(APPEND all "${file} ${hash}\n")
endforeach()
string(SHA256 hash "${all}")
string(SUBSTRING "${hash}" 0 16 hash)
file(WRITE "${TO}" "#include \"cli/sources.h\"\n\nconst char SALVO_SOURCES[] = \"${hash}\";\n")
