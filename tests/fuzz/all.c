/* A program that knows every target. */
#include "targets.h"

const fuzz_target *const FUZZ_LISTS[] = {FUZZ_PLAIN, FUZZ_READERS, FUZZ_COMMANDS, NULL};
