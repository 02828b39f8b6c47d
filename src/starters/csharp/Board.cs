using System.IO;
using System.Linq;
using System.Text.RegularExpressions;

class Bomb {
    public int Timer, Radius; // timer 1: explodes in this round
    public char Owner;
}

/// The board of a round, read from map.txt.
class Board {
    public char Key;
    public int Here;
    public char[] Cells; // (x, y) of the files is Cells[(y - 1) * width + x - 1]
    public int[] Steps; // commands 1 to 4 lead to Here + Steps[command]
    public int[] Left = new int[128], Radius = new int[128]; // by key: bombs left, their radius
    public Bomb[] Bombs;
    const string Pattern = @"{x:(\d+),y:(\d+),fuse:(\d+),radius:(\d+)}";

    public Board(char key, string folder) {
        string[] lines = File.ReadAllLines(Path.Combine(folder, "map.txt"));
        string text = string.Concat(lines.Where(line => line.StartsWith("#")));
        int width = lines[1].Length;
        Key = key;
        Here = text.ToUpperInvariant().IndexOf(key);
        Cells = text.ToCharArray();
        Cells[Here] = ' '; // letters are the other players
        Steps = new[] { 0, -width, -1, 1, width };
        Bombs = new Bomb[Cells.Length];
        char owner = ' ';
        foreach (string line in lines) {
            if (line.StartsWith("Key: "))
                owner = line[5];
            if (line.StartsWith("BombBag: "))
                Left[owner] = int.Parse(line.Substring(9));
            if (line.StartsWith("BlastRadius: "))
                Radius[owner] = int.Parse(line.Substring(13));
            foreach (Match at in Regex.Matches(line, Pattern)) {
                var n = Enumerable.Range(1, 4).Select(i => int.Parse(at.Groups[i].Value)).ToArray();
                int cell = (n[1] - 1) * width + n[0] - 1;
                Bombs[cell] = new Bomb { Timer = n[2], Radius = n[3], Owner = owner };
            }
        }
    }
}
