/* What every test program includes: cmocka, with the standard headers that it needs before it. */
#ifndef BLASTBEAM_TESTS_TEST_H
#define BLASTBEAM_TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* The order matters: cmocka.h includes none of the above. */
#include <cmocka.h>

/* A test that needs no state from its group:
 *
 *     TEST(test_late_moves_are_dropped) {
 *         assert_...
 *     }
 *
 *     int main(void) {
 *         const struct CMUnitTest tests[] = {
 *             cmocka_unit_test(test_late_moves_are_dropped),
 *         };
 *         return cmocka_run_group_tests(tests, NULL, NULL);
 *     }
 */
#define TEST(name) static void name(void **unused __attribute__((unused)))

/* Skip the test; run.sh adds up the tests that were skipped for each reason. */
#define SKIP_BECAUSE(reason)                                                                       \
    do {                                                                                           \
        print_message("skipped because %s\n", reason);                                             \
        skip();                                                                                    \
    } while (0)

/* The reason of tests that need files of the real engine. */
#define NO_SHARED "../shared has no matches of the engine"

/* The reason of tests that need a pseudo-terminal where none can be opened. */
#define NO_TERMINAL "no pseudo-terminal can be opened (is /dev/pts mounted?)"

/* A setup or teardown of a group; it returns 0 on success. */
#define GROUP_FUNCTION(name) static int name(void **unused __attribute__((unused)))

#endif
