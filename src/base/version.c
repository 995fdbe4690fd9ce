#include <salvo/salvo.h>

const char *salvo_version(void)
{
    return SALVO_VERSION;
}
