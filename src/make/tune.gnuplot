# The weights during a tuning; `data` is a log of tune. Each curve starts at 0 and shows the change of a
# weight in percent of its first value.
set terminal svg size 900,640 dynamic background "white" font "sans,13"
set output output
stats data skip 1 nooutput
columns = int(system(sprintf("sed -n 2p '%s' | wc -w", data))) - 1
name(i) = system(sprintf("sed -n 2p '%s' | cut -d' ' -f%d", data, i + 1))
set xlabel "iteration"
set ylabel "change, % of the value after the first iteration"
set xrange [1:*]
set grid
set key outside right top
array first[columns]
do for [i=3:columns] { first[i] = real(system(sprintf("sed -n 3p '%s' | cut -d' ' -f%d", data, i))) }
percent(i, value) = first[i] != 0 ? 100 * (value / first[i] - 1) : value
plot for [i=3:columns] data using 1:(percent(i, column(i))) with lines lw 1.5 title name(i) noenhanced
