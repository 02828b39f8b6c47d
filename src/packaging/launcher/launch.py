"""Starts blastbeam for game engines that cannot start native programs on Linux.

The interpreter replaces itself with the program, so there is no child process. The interpreter's start
counts as the bot's time; the bot knows it, because its process keeps the interpreter's start time.
"""
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
program = os.path.join(here, "blastbeam")
if not os.access(program, os.X_OK):  # some tools lose the permission when they unpack a zip
    os.chmod(program, 0o755)
os.execv(program, [program] + sys.argv[1:])
