import java.nio.file.*;
import java.util.*;
import java.util.regex.*;

/** The board of a round, read from map.txt. */
class Board {
    static class Bomb {
        int timer, radius; // timer 1: explodes in this round
        char owner;

        Bomb(int timer, int radius, char owner) {
            this.timer = timer;
            this.radius = radius;
            this.owner = owner;
        }
    }

    char key;
    int here;
    char[] cells; // (x, y) of the files is cells[(y - 1) * width + x - 1]
    int[] steps; // commands 1 to 4 lead to here + steps[command]
    int[] left = new int[128], radius = new int[128]; // by key: bombs that a player can still plant
    Bomb[] bombs;

    Board(char key, String folder) throws Exception {
        List<String> lines = Files.readAllLines(Paths.get(folder, "map.txt"));
        StringBuilder text = new StringBuilder();
        int width = lines.get(1).length();
        for (String line : lines)
            text.append(line.startsWith("#") ? line : "");
        this.key = key;
        here = text.toString().toUpperCase().indexOf(key);
        cells = text.toString().toCharArray();
        cells[here] = ' '; // letters are the other players
        steps = new int[] {0, -width, -1, 1, width};
        bombs = new Bomb[cells.length];
        Pattern pattern = Pattern.compile("\\{x:(\\d+),y:(\\d+),fuse:(\\d+),radius:(\\d+)\\}");
        char owner = 0;
        for (String line : lines) {
            if (line.startsWith("Key: "))
                owner = line.charAt(5);
            if (line.startsWith("BombBag: "))
                left[owner] = Integer.parseInt(line.substring(9));
            if (line.startsWith("BlastRadius: "))
                radius[owner] = Integer.parseInt(line.substring(13));
            for (Matcher at = pattern.matcher(line); at.find();) {
                int x = Integer.parseInt(at.group(1)), y = Integer.parseInt(at.group(2));
                bombs[(y - 1) * width + x - 1] = new Bomb(
                    Integer.parseInt(at.group(3)), Integer.parseInt(at.group(4)), owner);
            }
        }
    }
}
