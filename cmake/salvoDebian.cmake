# CPack runs this script when a package's folder is complete. The script adds the copyright and the changelog, and
# compresses the manual pages.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
    return()
endif()
list(GET CPACK_SALVO_DEBIAN 0 kept)
list(GET CPACK_SALVO_DEBIAN 1 made)
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    string(TOUPPER "${component}" upper)
    set(root "${CPACK_TEMPORARY_DIRECTORY}/${component}/usr/share")
    set(documents "${root}/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME}")
    file(COPY "${kept}/copyright" "${made}/changelog" DESTINATION "${documents}")
    file(GLOB pages "${root}/man/man1/*.1")
    # -n: neither name nor time, so that the same files make the same package.
    execute_process(COMMAND gzip -9nf "${documents}/changelog" ${pages} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
