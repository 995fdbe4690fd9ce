/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 9 "Requesting Fire" (TRR-24), the first stage of indirect and counter-battery fire. */
#include "rules/trr/fire_request.h"

const char *const TRR_METHOD_CHOICES[] = {
    [METHOD_RADIO] = "radio", [METHOD_TELEPHONE] = "telephone", [METHOD_OWN_SIGHT] = "own-sight", NULL};

/* A weapon that sees its target needs no request, and its fire at a moving target has no modifier. */
void trr_request_prepare(const struct trr_tables *t, struct trr_request *r)
{
    if (r->method == METHOD_OWN_SIGHT) {
        r->needed = r->moving_target ? t->values[OWN_SIGHT_MOVING] : 0;
        return;
    }
    r->needed = t->values[r->moving_target ? REQUEST_MOVING : REQUEST];
    r->modifier = r->jamming * t->values[JAMMING] + (r->artillery_between ? t->values[ARTILLERY_BETWEEN] : 0) +
                  (r->other_battery ? t->values[OTHER_BATTERY] : 0);
}

salvo_dice trr_request_dice(const struct trr_request *request)
{
    return salvo_dice_of(request->needed ? 1 : 0, D10);
}

bool trr_is_granted(const struct trr_request *request, const uint8_t *faces)
{
    return request->needed == 0 || faces[0] + request->modifier >= request->needed;
}

void trr_request_explain(const struct trr_request *request, salvo_text *text)
{
    if (request->needed)
        salvo_text_add(text, "Granted on %d or more", request->needed);
    else
        salvo_text_put(text, "Always granted");
    if (request->modifier)
        salvo_text_add(text, ", %+d on the die", request->modifier);
    salvo_text_put(text, "\n");
}

static const salvo_parameter FIRE_REQUEST[] = {
    TRR_REQUEST_PARAMETERS(struct trr_request, , TRR_METHOD_CHOICES),
    TRR_MOVING_TARGET(struct trr_request, ),
};

enum { GRANTED, REFUSED, N_REQUEST_OUTCOMES };

static const char *const REQUEST_OUTCOMES[N_REQUEST_OUTCOMES] = {[GRANTED] = "granted", [REFUSED] = "refused"};
static const salvo_expectation REQUEST_EXPECTATIONS[] = {
    {.name = "granted", .help = "probability that the request is granted"}};

/* Jamming is only for radio, and artillery on the line only for telephones: the schema refuses them elsewhere. */
static void derive_request(const void *tables, void *situation)
{
    trr_request_prepare(tables, situation);
}

static void fire_request_dice(const void *situation, salvo_dice *dice)
{
    *dice = trr_request_dice(situation);
}

static int resolve_request(const void *situation, const uint8_t *faces, int64_t *gain)
{
    bool granted = trr_is_granted(situation, faces);

    gain[0] += granted;
    return granted ? GRANTED : REFUSED;
}

static void explain_fire_request(const void *situation, salvo_text *text)
{
    trr_request_explain(situation, text);
}

const salvo_procedure TRR_FIRE_REQUEST = {
    .id = "TRR-24",
    .schema = {.name = "trr.fire-request",
               ALL_OF(parameters, FIRE_REQUEST),
               .situation_size = sizeof(struct trr_request),
               .derive = derive_request,
               .explain = explain_fire_request},
    .documentation = {.chapter = TRR_INDIRECT_CHAPTER, .title = "a request for fire", .section = "9 Requesting Fire"},
    ALL_OF(expectations, REQUEST_EXPECTATIONS),
    ALL_OF(outcomes, REQUEST_OUTCOMES),
    .roll = &(const salvo_roll){.dice = fire_request_dice, .resolve = resolve_request},
};
