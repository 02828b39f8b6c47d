import java.util.*;

/** When cells burn and obstacles are gone. At worst the others trigger and plant at once. */
class Future {
    static final int ROUNDS = 12, NEVER = 99, NEW_TIMER = 5;
    final Board board;
    final Board.Bomb[] bombs;
    final int[] burns, gone;
    int hits;

    Future(Board board, Board.Bomb[] bombs, boolean worst) {
        this.board = board;
        this.bombs = bombs;
        burns = new int[bombs.length];
        gone = new int[bombs.length];
        Arrays.fill(burns, NEVER);
        for (int cell = 0; cell < bombs.length; cell++)
            gone[cell] = "#+".indexOf(board.cells[cell]) >= 0 || bombs[cell] != null ? NEVER : -1;
        for (int k = 0; k < ROUNDS; k++)
            for (int cell = 0; cell < bombs.length; cell++) {
                Board.Bomb bomb = bombs[cell];
                if (bomb != null && gone[cell] == NEVER
                        && (bomb.timer <= k + 1 || (worst && k > 0 && bomb.owner != board.key)))
                    explode(cell, bomb.radius, k);
                if (worst && k == 2 && Character.isLetter(board.cells[cell]))
                    explode(cell, board.radius[Character.toUpperCase(board.cells[cell])], k);
            }
    }

    /** A bomb explodes in round k from now. Pillars, walls and bombs end an arm of its blast. */
    void explode(int cell, int radius, int k) {
        gone[cell] = k;
        burns[cell] = Math.min(burns[cell], k);
        for (int c = 1; c <= 4; c++) {
            int to = cell + board.steps[c];
            for (int i = 1; i <= radius && board.cells[to] != '#'; i++, to += board.steps[c]) {
                char drawn = board.cells[to];
                burns[to] = Math.min(burns[to], k);
                if (Character.isLetter(drawn) || (drawn == '+' && gone[to] == NEVER))
                    hits++;
                if (gone[to] < k)
                    continue;
                if (gone[to] == NEVER && bombs[to] != null)
                    explode(to, bombs[to].radius, k);
                gone[to] = k;
                break;
            }
        }
    }
}
