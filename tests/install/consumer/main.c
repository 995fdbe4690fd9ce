/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <salvo/salvo.h>
#include <stdio.h>

int main(void)
{
    return puts(salvo_version()) < 0;
}
