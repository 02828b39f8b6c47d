"""Starts blastbeam for game engines that know no native bots on Linux.

The interpreter replaces itself with the program: no child process is left, and the time of its own
start counts as the bot's, which the bot sees in the time at which its process began.
"""
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
program = os.path.join(here, "blastbeam")
if not os.access(program, os.X_OK):  # some unpackers forget it
    os.chmod(program, 0o755)
os.execv(program, [program] + sys.argv[1:])
