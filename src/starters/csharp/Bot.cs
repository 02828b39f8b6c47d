using System.Collections.Generic;
using System.IO;

/// A bot that collects power-ups, bombs walls and players, and keeps out of blasts.
static class Bot {
    const int Wait = 0, Plant = 5, NoWay = -1;

    struct Way {
        public int Cell, First, K; // a cell, the first command of a way to it, its length
    }

    /// Ways from `start`, left after k rounds, to cells that never burn.
    static List<Way> FindWays(Board board, Future future, int start, int k) {
        var queue = new List<Way> { new Way { Cell = start, K = k } };
        var seen = new HashSet<int> { start };
        var safe = new List<Way>();
        for (int i = 0; i < queue.Count; i++) {
            Way at = queue[i];
            if (future.Burns[at.Cell] == Future.Never)
                safe.Add(at);
            for (int c = 1; c <= 4; c++) {
                int to = at.Cell + board.Steps[c];
                bool free = future.Gone[to] < 0 && !char.IsLetter(board.Cells[to]);
                bool late = future.Burns[at.Cell] <= at.K || future.Burns[to] <= at.K + 1;
                if (!free || late || !seen.Add(to))
                    continue;
                queue.Add(new Way { Cell = to, First = at.First > 0 ? at.First : c, K = at.K + 1 });
            }
        }
        return safe;
    }

    /// Go to the nearest power-up, or plant where a bomb hits more and leaves a way out.
    static int Choose(Board board, bool worst) {
        var now = new Future(board, board.Bombs, worst);
        List<Way> ways = FindWays(board, now, board.Here, 0);
        foreach (Way way in ways) {
            if (way.First > 0 && "!&$".IndexOf(board.Cells[way.Cell]) >= 0)
                return way.First;
            if (board.Bombs[way.Cell] != null)
                continue;
            var bombs = (Bomb[])board.Bombs.Clone();
            bombs[way.Cell] = new Bomb {
                Timer = Future.NewTimer, Radius = board.Radius[board.Key], Owner = board.Key };
            var trial = new Future(board, bombs, worst);
            if (trial.Hits > now.Hits && FindWays(board, trial, way.Cell, 1).Count > 0)
                return way.First > 0 ? way.First : board.Left[board.Key] > 0 ? Plant : Wait;
        }
        return ways.Count == 0 ? NoWay : ways.Count > 1 ? ways[1].First : ways[0].First;
    }

    static void Main(string[] arguments) {
        var board = new Board(arguments[0][0], arguments[1]);
        int command = Choose(board, true);
        if (command == NoWay)
            command = Choose(board, false);
        string digit = (command == NoWay ? Wait : command).ToString();
        File.WriteAllText(Path.Combine(arguments[1], "move.txt"), digit);
    }
}
