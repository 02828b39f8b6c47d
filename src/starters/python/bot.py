"""A bot that collects power-ups, bombs walls and players, and keeps out of blasts."""
import sys

from board import Board
from future import NEVER, NEW_TIMER, Future

WAIT, PLANT = 0, 5


def find_ways(board, future, start, k):
    """Ways from `start`, left after k rounds, to cells that never burn: (cell, first command)."""
    queue, seen, safe = [(start, 0, k)], {start}, []
    for cell, first, k in queue:
        if future.burns[cell] == NEVER:
            safe.append((cell, first))
        for c in range(1, 5):
            to = cell + board.steps[c]
            is_free = future.gone[to] < 0 and not board.cells[to].isalpha()
            if to in seen or not is_free or future.burns[cell] <= k or future.burns[to] <= k + 1:
                continue
            seen.add(to)
            queue.append((to, first or c, k + 1))
    return safe


def choose(board, worst):
    """Go to the nearest power-up, or plant where a bomb hits more and leaves a way out."""
    now = Future(board, board.bombs, worst)
    ways = find_ways(board, now, board.here, 0)
    for cell, first in ways:
        if first and board.cells[cell] in "!&$":
            return first
        if board.bombs[cell]:
            continue
        bombs = list(board.bombs)
        bombs[cell] = NEW_TIMER, board.radius[board.key], board.key
        trial = Future(board, bombs, worst)
        if trial.hits > now.hits and find_ways(board, trial, cell, 1):
            return first or (PLANT if board.left[board.key] else WAIT)
    return ways[min(1, len(ways) - 1)][1] if ways else None


key, folder = sys.argv[1:3]
board = Board(key, folder)
command = choose(board, True)
if command is None:
    command = choose(board, False)
open(folder + "/move.txt", "w").write(str(command or WAIT))
