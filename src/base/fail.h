/* SPDX-License-Identifier: GPL-3.0-or-later */
/* salvo_fail_at for callers with their own place and format: a cell, a value in YAML. */
#ifndef SALVO_BASE_FAIL_H
#define SALVO_BASE_FAIL_H

#include <stdarg.h>

#include <salvo/error.h>

salvo_status salvo_vfail_at(salvo_error *err, salvo_status status, const char *path, int line, int column,
                            const char *format, va_list values);

#endif
