# Answers that are late, missing or damaged. Sourced by run.sh.
make_bot clock-a ClockA "$work/bot" clock
make_bot clock-b ClockB "$work/bot" clock
play_both 1 clock-a clock-b

# Without a limit late moves count.
make_bot slow-a SlowA "$work/bot" slow
make_bot slow-b SlowB "$work/bot" slow
options=--nolimit
play_both 1 slow-a slow-b
options=
