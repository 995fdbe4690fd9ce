#include <salvo/salvo.h>
#include <stdio.h>

int main(void)
{
    return puts(salvo_version()) < 0;
}
