"""Plays matches of our bot under the real engine, with its time limit, and says how each went.

A line for each match goes into matches.txt of the folder in which the matches are kept; a match
that has its line there is not played again, one that was interrupted begins anew. The exit status
is 1 when a move was late or missing, a command was refused that was no wait, or the engine's own
replay cannot be followed by the rules.
"""
import argparse
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
OURS = None  # among the bots of a match
# Why commands are refused with which the bot waits: there is none that does nothing and is scored.
WAITS = re.compile(
    r"structibleWall|no bombs to trigger|Already placed all|already a bomb placed here"
)
BAD = ("late", "nomove", "refused")


def read(path):
    """The text of a file, nothing when there is none."""
    try:
        with open(path, encoding="utf-8-sig", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def write(path, text):
    """Write beside the file, then rename: it is the old one or the new one, never half."""
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + ".new", path)


def plan(options, number):
    """The bots of match `number` from 0: each rival is met from each seat."""
    duels = (3 * options.matches + 4) // 5
    players, number = (2, number) if number < duels else (4, number - duels)
    turn, seat = divmod(number, players)
    bots = [options.rivals[(turn + k) % len(options.rivals)] for k in range(players - 1)]
    bots.insert(seat, OURS)
    return bots


def is_folder(rival):
    return os.path.isfile(os.path.join(rival, "bot.json"))


def name_of(rival):
    return os.path.basename(os.path.abspath(rival)) if is_folder(rival) else rival


def check_rival(rival, binary):
    """Leave with a message when it is neither a bot folder nor an agent."""
    if is_folder(rival):
        return
    if os.path.sep in rival or os.path.isdir(rival):
        sys.exit(f'series: there is no bot.json in "{rival}": RIVALS takes bot folders and agents')
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(os.path.join(ROOT, "sample-state", "2p-early", "state.json"), folder)
        command = [os.path.join(binary, "blastbeam"), "A", folder, "--agent", rival, "--nodes", "1"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f'series: RIVALS has "{rival}", no bot folder and no agent: {done.stderr.strip()}')


def make_bot(folder, binary, nickname, arguments):
    """The bot folder of `make linux-bot`, with options for the program."""
    shutil.copytree(os.path.join(binary, "linux-bot"), folder)
    description = json.loads(read(os.path.join(folder, "bot.json")))
    description.update(NickName=nickname, RunArgs=arguments)
    write(os.path.join(folder, "bot.json"), json.dumps(description))


def make_bots(bots, binary, folder):
    """A folder for each player of a match, in their order."""
    made = []
    for seat, bot in zip("ABCD", bots):
        made.append(os.path.join(folder, seat))
        if bot is OURS:
            make_bot(made[-1], binary, "Blastbeam", "--threads 1")
        elif is_folder(bot):
            shutil.copytree(bot, made[-1])
        else:
            make_bot(made[-1], binary, f"{bot.split(':')[0]}-{seat}", "--agent " + bot)
    return made


def play(options, seed, bots):
    """Play into a folder of its own, which is returned; leave when the engine ends early."""
    folder = os.path.join(options.folder, str(seed))
    shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory() as made:
        command = ["mono", options.engine, "-b", *make_bots(bots, options.bin, made)]
        command += ["-l", folder, "-s", str(seed)]
        done = subprocess.run(
            command,
            cwd=made,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
    if done.returncode or "Game has ended" not in done.stdout:
        print(done.stdout[-2000:], file=sys.stderr)
        sys.exit(f"series: the engine did not end match {seed} (status {done.returncode}): above")
    return folder


def read_logs(logs):
    """What the engine noted of one player, and what the bot wrote."""
    text = "\n".join(logs)
    spans = re.findall(r"execution time was (\d+):(\d+):([\d.]+)", text)
    times = [(int(h) * 3600 + int(m) * 60 + float(s)) * 1000 for h, m, s in spans]
    own = [int(ms) for ms in re.findall(r"Output from bot: move=.* ms=(\d+)", text)]
    reasons = re.findall(r"Player Command .* failed because (.*)", text)
    waits = sum(1 for reason in reasons if WAITS.search(reason))
    grant = re.search(r"additional (\d+)ms", text)
    return {
        "moves": text.count("Executing bot with following commands"),
        "late": text.count("exceeded the maximum execution time"),
        "nomove": len(re.findall("Failed to read move file|Failure while executing", text)),
        "refused": len(reasons) - waits,
        "waits": waits,
        "slowest": round(max(times, default=0)),
        "median": round(statistics.median(times or [0])),
        "own": max(own, default=0),
        "grant": grant[1] if grant else "none",
    }


def analyse(folder, seed, bots, binary):
    """The fields of a match's line."""
    seat = "ABCD"[bots.index(OURS)]
    rounds = sorted(int(name) for name in os.listdir(folder) if name.isdigit())
    last = os.path.join(folder, str(rounds[-1]))
    board = [p["PlayerKey"] for p in json.loads(read(f"{last}/roundInfo.json"))["LeaderBoard"]]
    players = json.loads(read(f"{last}/state.json"))["RegisteredPlayerEntities"]
    ends = {p["Key"]: f"{p['Points']}{'x' if p['Killed'] else ''}" for p in players}
    verify = [os.path.join(binary, "replay"), "verify", folder]
    verified = subprocess.run(verify, stdout=subprocess.DEVNULL, check=False).returncode == 0
    return {
        "seed": seed,
        "players": len(bots),
        "seat": seat,
        "rivals": "+".join(name_of(bot) for bot in bots if bot is not OURS),
        "place": board.index(seat) + 1,
        "dead": int(ends[seat].endswith("x")),
        "rounds": rounds[-1],
        "points": ends[seat].rstrip("x"),
        "others": ",".join(f"{key}:{end}" for key, end in ends.items() if key != seat),
        **read_logs([read(f"{folder}/{r}/{seat}/log.txt") for r in rounds]),
        "verify": "alike" if verified else "differs",
    }


def read_table(path):
    """The lines of the matches that were played, by seed."""
    lines = [line for line in read(path).splitlines() if line.startswith("seed=")]
    return {int(line.split()[0][5:]): line for line in lines}


def sum_up(lines):
    """Print the line of sums. Returns whether all is well."""
    rows = [dict(field.split("=", 1) for field in line.split()) for line in lines]
    total = {key: sum(int(row[key]) for row in rows) for key in ("dead", "moves", "waits", *BAD)}
    differ = sum(1 for row in rows if row["verify"] != "alike")
    first = sum(1 for row in rows if row["place"] == "1")
    slowest = max(int(row["slowest"]) for row in rows)
    print(
        f"matches={len(rows)} first={first} deaths={total['dead']} moves={total['moves']}"
        f" late={total['late']} nomove={total['nomove']} refused={total['refused']}"
        f" waits={total['waits']} slowest={slowest} differ={differ}"
    )
    return differ == 0 and not any(total[key] for key in BAD)


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--engine", required=True, help="Bomberman.exe")
    add("--bin", required=True, help="the folder of our programs")
    add("--folder", required=True, help="where the matches and matches.txt are kept")
    add("--matches", type=int, default=20)
    add("--first", type=int, default=1, help="the first seed")
    add("rivals", nargs="*", help="agents and bot folders (default chaser)")
    options = parser.parse_args()
    if options.matches < 1 or options.first < 0:
        parser.error("MATCHES is a number from 1 on, FROM a seed from 0 on")
    options.rivals = options.rivals or ["chaser"]
    for rival in options.rivals:
        check_rival(rival, options.bin)
    return options


def main():
    options = parse()
    os.makedirs(options.folder, exist_ok=True)
    path = os.path.join(options.folder, "matches.txt")
    lines = read_table(path)
    seeds = range(options.first, options.first + options.matches)
    for number, seed in enumerate(seeds):
        if seed not in lines:
            bots = plan(options, number)
            row = analyse(play(options, seed, bots), seed, bots, options.bin)
            lines[seed] = " ".join(f"{key}={value}" for key, value in row.items())
            write(path, "".join(lines[s] + "\n" for s in sorted(lines)))
        print(lines[seed], flush=True)
    return 0 if sum_up([lines[seed] for seed in seeds]) else 1


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # the engine is ended, too
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("series: interrupted; the same command goes on with the match that was playing")
