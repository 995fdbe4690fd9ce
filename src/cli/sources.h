/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Identifies the sources of this build: a hash of all of them, which the build computes (cmake/salvoSources.cmake). */
#ifndef SALVO_CLI_SOURCES_H
#define SALVO_CLI_SOURCES_H

extern const char SALVO_SOURCES[]; /* 16 hexadecimal digits */

#endif
