#include <salvo/sensitivity.h>
salvo_status salvo_search_run(salvo_search *search, const salvo_rulebook *book, const salvo_subject *subject,
                              double target, const salvo_approach *approach, salvo_error *err)
{
    (void)search, (void)book, (void)subject, (void)target, (void)approach;
    return salvo_fail(err, SALVO_BAD_INPUT, "-");
}
void salvo_search_free(salvo_search *search)
{
    (void)search;
}
