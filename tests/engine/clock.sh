# Answers that are late, missing or damaged. Sourced by run.sh.
make_bot clock-a ClockA "$work/bot" clock
make_bot clock-b ClockB "$work/bot" clock
play_both 1 clock-a clock-b
