"""What the bombs on a board are going to do."""

ROUNDS, NEVER, NEW_TIMER = 12, 99, 5


class Future:
    """When cells burn and obstacles are gone. At worst the others trigger and plant at once."""
    def __init__(self, board, bombs, worst):
        self.board, self.bombs, self.hits = board, bombs, 0
        self.burns = [NEVER] * len(bombs)
        pairs = list(zip(board.cells, bombs))
        self.gone = [NEVER if drawn in "#+" or bomb else -1 for drawn, bomb in pairs]
        active = [cell for cell, (drawn, bomb) in enumerate(pairs) if bomb or drawn.isalpha()]
        for k in range(ROUNDS):
            for cell in active:
                bomb = bombs[cell]
                if bomb and self.gone[cell] == NEVER:
                    if bomb[0] <= k + 1 or (worst and k > 0 and bomb[2] != board.key):
                        self.explode(cell, bomb[1], k)
                if worst and k == 2 and board.cells[cell].isalpha():
                    self.explode(cell, board.radius[board.cells[cell].upper()], k)

    def explode(self, cell, radius, k):
        """A bomb explodes in round k from now. Pillars, walls and bombs end an arm of the blast."""
        self.gone[cell] = k
        self.burns[cell] = min(self.burns[cell], k)
        for step in self.board.steps[1:]:
            for to in range(cell + step, cell + (radius + 1) * step, step):
                drawn = self.board.cells[to]
                if drawn == "#":
                    break
                self.burns[to] = min(self.burns[to], k)
                self.hits += drawn.isalpha() or (drawn == "+" and self.gone[to] == NEVER)
                if self.gone[to] == NEVER and self.bombs[to]:
                    self.explode(to, self.bombs[to][1], k)
                if self.gone[to] >= k:
                    self.gone[to] = k
                    break
