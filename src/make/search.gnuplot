# Depth, width and speed of the search over a match. The columns of `data` are round, depth, width, nodes
# and ms.
set terminal svg size 900,640 dynamic background "white" font "sans,13"
set output output
set multiplot layout 3,1 margins 0.12,0.97,0.11,0.97 spacing 0.04
set xrange [0:*]
set yrange [0:*]
set grid
unset key
set format x ""
set ylabel "rounds ahead"
plot data using 1:2 with steps lw 2
set ylabel "states per level"
plot data using 1:3 with steps lw 2
set format x "%g"
set xlabel "round"
set ylabel "million nodes/s"
plot data using 1:($4 / $5 / 1000) with steps lw 2
unset multiplot
