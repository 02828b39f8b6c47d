"""The board of a round, read from map.txt."""
import re


class Board:
    def __init__(self, key, folder):
        lines = open(folder + "/map.txt").read().splitlines()
        rows = [line for line in lines if line.startswith("#")]
        width = len(rows[0])
        self.key = key
        self.cells = "".join(rows)  # (x, y) of the files is cells[(y - 1) * width + x - 1]
        self.steps = [0, -width, -1, 1, width]  # commands 1 to 4 lead to here + steps[command]
        self.here = self.cells.upper().index(key)
        self.cells = self.cells.replace(key, " ").replace(key.lower(), " ")  # letters: the others
        self.bombs = [None] * len(self.cells)  # (timer, radius, owner); timer 1: in this round
        self.left, self.radius = {}, {}  # by key: the bombs that a player can still plant
        owner = ""
        for name, _, value in (line.partition(": ") for line in lines):
            if name == "Key":
                owner = value
            if name == "BombBag":
                self.left[owner] = int(value)
            if name == "BlastRadius":
                self.radius[owner] = int(value)
            for bomb in re.findall(r"{x:(\d+),y:(\d+),fuse:(\d+),radius:(\d+)}", value):
                x, y, timer, radius = map(int, bomb)
                self.bombs[(y - 1) * width + x - 1] = timer, radius, owner
