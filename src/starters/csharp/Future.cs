using System;
using System.Linq;

/// When cells burn and obstacles are gone. At worst the others trigger and plant at once.
class Future {
    public const int Rounds = 12, Never = 99, NewTimer = 5;
    public readonly int[] Burns, Gone;
    public int Hits;
    readonly Board board;
    readonly Bomb[] bombs;

    public Future(Board board, Bomb[] bombs, bool worst) {
        this.board = board;
        this.bombs = bombs;
        Burns = bombs.Select(bomb => Never).ToArray();
        Gone = new int[bombs.Length];
        for (int cell = 0; cell < bombs.Length; cell++)
            Gone[cell] = "#+".IndexOf(board.Cells[cell]) >= 0 || bombs[cell] != null ? Never : -1;
        for (int k = 0; k < Rounds; k++)
            for (int cell = 0; cell < bombs.Length; cell++) {
                Bomb bomb = bombs[cell];
                if (bomb != null && Gone[cell] == Never
                        && (bomb.Timer <= k + 1 || (worst && k > 0 && bomb.Owner != board.Key)))
                    Explode(cell, bomb.Radius, k);
                if (worst && k == 2 && char.IsLetter(board.Cells[cell]))
                    Explode(cell, board.Radius[char.ToUpperInvariant(board.Cells[cell])], k);
            }
    }

    /// A bomb explodes in round k from now. Pillars, walls and bombs end an arm of its blast.
    void Explode(int cell, int radius, int k) {
        Gone[cell] = k;
        Burns[cell] = Math.Min(Burns[cell], k);
        for (int c = 1; c <= 4; c++) {
            int to = cell + board.Steps[c];
            for (int i = 1; i <= radius && board.Cells[to] != '#'; i++, to += board.Steps[c]) {
                char drawn = board.Cells[to];
                Burns[to] = Math.Min(Burns[to], k);
                if (char.IsLetter(drawn) || (drawn == '+' && Gone[to] == Never))
                    Hits++;
                if (Gone[to] < k)
                    continue;
                if (Gone[to] == Never && bombs[to] != null)
                    Explode(to, bombs[to].Radius, k);
                Gone[to] = k;
                break;
            }
        }
    }
}
