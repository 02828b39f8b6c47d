import java.nio.file.*;
import java.util.*;

/** A bot that collects power-ups, bombs walls and players, and keeps out of blasts. */
public class Bot {
    static final int WAIT = 0, PLANT = 5, NO_WAY = -1;

    /** Ways from `start`, left after k rounds, to safe cells: cell, first command, rounds. */
    static List<int[]> findWays(Board board, Future future, int start, int k) {
        List<int[]> queue = new ArrayList<>(), safe = new ArrayList<>();
        boolean[] seen = new boolean[board.cells.length];
        queue.add(new int[] {start, 0, k});
        seen[start] = true;
        for (int i = 0; i < queue.size(); i++) {
            int cell = queue.get(i)[0], first = queue.get(i)[1], after = queue.get(i)[2];
            if (future.burns[cell] == Future.NEVER)
                safe.add(queue.get(i));
            for (int c = 1; c <= 4; c++) {
                int to = cell + board.steps[c];
                boolean free = future.gone[to] < 0 && !Character.isLetter(board.cells[to]);
                boolean late = future.burns[cell] <= after || future.burns[to] <= after + 1;
                if (seen[to] || !free || late)
                    continue;
                seen[to] = true;
                queue.add(new int[] {to, first > 0 ? first : c, after + 1});
            }
        }
        return safe;
    }

    /** Go to the nearest power-up, or plant where a bomb hits more and leaves a way out. */
    static int choose(Board board, boolean worst) {
        Future now = new Future(board, board.bombs, worst);
        List<int[]> ways = findWays(board, now, board.here, 0);
        for (int[] way : ways) {
            int cell = way[0], first = way[1];
            if (first > 0 && "!&$".indexOf(board.cells[cell]) >= 0)
                return first;
            if (board.bombs[cell] != null)
                continue;
            Board.Bomb[] bombs = board.bombs.clone();
            bombs[cell] = new Board.Bomb(Future.NEW_TIMER, board.radius[board.key], board.key);
            Future trial = new Future(board, bombs, worst);
            if (trial.hits > now.hits && !findWays(board, trial, cell, 1).isEmpty())
                return first > 0 ? first : board.left[board.key] > 0 ? PLANT : WAIT;
        }
        return ways.isEmpty() ? NO_WAY : ways.get(Math.min(1, ways.size() - 1))[1];
    }

    public static void main(String[] arguments) throws Exception {
        Board board = new Board(arguments[0].charAt(0), arguments[1]);
        int command = choose(board, true);
        if (command == NO_WAY)
            command = choose(board, false);
        String digit = "" + (command == NO_WAY ? WAIT : command);
        Files.write(Paths.get(arguments[1], "move.txt"), digit.getBytes());
    }
}
