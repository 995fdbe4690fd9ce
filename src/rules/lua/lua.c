#include "rules/lua/lua.h"

salvo_status salvo_lua_describe(const salvo_store *store, salvo_arena *memory, const salvo_ruleset **ruleset,
                                salvo_error *err)
{
    (void)memory, (void)ruleset;
    return salvo_fail_at(err, SALVO_BAD_INPUT, store->rules, 0, 0, "rules in Lua cannot be read yet");
}
