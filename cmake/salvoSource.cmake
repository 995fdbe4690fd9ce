# Run by CPack behind the Debian packages: the source archive belongs to every release.
if(CPACK_GENERATOR STREQUAL "DEB")
    execute_process(COMMAND "${CMAKE_CPACK_COMMAND}" --config "${CPACK_SALVO_SOURCE_CONFIG}"
        COMMAND_ERROR_IS_FATAL ANY)
endif()
