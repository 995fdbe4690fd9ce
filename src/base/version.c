/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <salvo/salvo.h>

const char *salvo_version(void)
{
    return SALVO_VERSION;
}
