# CPack runs this script after the Debian packages, because every release has a source archive.
if(CPACK_GENERATOR STREQUAL "DEB")
    execute_process(COMMAND "${CMAKE_CPACK_COMMAND}" --config "${CPACK_SALVO_SOURCE_CONFIG}"
        COMMAND_ERROR_IS_FATAL ANY)
endif()
