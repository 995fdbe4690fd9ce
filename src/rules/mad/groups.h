/* The weapons of a listed aircraft: "2xmachine-gun fwd + 1xmachine-gun rear90", "-" for none. A group of guns makes one
 * attack roll; it has a facing, and behind that the degrees of its arc unless it is fixed. */
#ifndef SALVO_RULES_MAD_GROUPS_H
#define SALVO_RULES_MAD_GROUPS_H

#include "rules/mad/air_tables.h"

/* A complaint names the column of the group inside its cell. */
salvo_status mad_groups_read(const salvo_store *store, const salvo_cell *cell, struct mad_aircraft *aircraft,
                             salvo_error *err);

#endif
