// watchers.mjs BIN FOLDER
// A match in real time with 200 watchers, of whom 50 never read, while others send half requests and
// floods. Prints how far the rounds were from their time, and the memory of the host beside that of
// the referee. Fails when a round was more than LATE_MS off, or the memory is more than MEMORY_MB over
// the referee's. The times are those of the files of the rounds.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";

const [, , bin, folder] = process.argv;
const WATCHERS = 200, SILENT = 50, TICK_MS = 100, ROUNDS = 150, LATE_MS = 20, MEMORY_MB = 64;
const PLAYERS = ["-b", "chaser", "chaser", "chaser", "chaser", "-s", "7"];
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

// The largest memory of a process so far, in MB. The program is the child of its supervisor.
function memory(pid) {
  const child = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")[0] || pid;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child}/status`, "utf8"))[1]) / 1024;
}

async function measureReferee() {
  rmSync(join(folder, "referee"), { recursive: true, force: true });
  const referee = spawn(join(bin, "referee"), [...PLAYERS, "-l", join(folder, "referee"), "--budget-ms", "20"], { stdio: "ignore" });
  let most = 0;
  const ended = new Promise(resolve => referee.once("exit", resolve));
  const timer = setInterval(() => {
    try {
      most = Math.max(most, memory(referee.pid));
    } catch { /* it has ended */ }
  }, 20);
  await ended;
  clearInterval(timer);
  return most;
}

// The moment at which the files of a round were written, in ms.
const timeOf = round => Number(statSync(join(folder, "matches/7", String(round), "state.json"), { bigint: true }).mtimeNs) / 1e6;

function watch(port, reads) {
  const socket = connect(port, "127.0.0.1");
  const watcher = { socket, bytes: 0, rounds: 0 };
  socket.on("error", () => {});
  socket.write("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
  if (!reads)
    socket.pause();
  else
    socket.on("data", data => {
      watcher.bytes += data.length;
      watcher.rounds += data.toString("latin1").split("event: round").length - 1;
    });
  return watcher;
}

// Visitors that do not behave: half requests, and requests one after the other.
function annoy(port) {
  for (let i = 0; i < 20; i++) {
    const half = connect(port, "127.0.0.1");
    half.on("error", () => {});
    half.write("GET / HTTP/1.1\r\nHost: local");
  }
  const flood = connect(port, "127.0.0.1");
  flood.on("error", () => {});
  flood.on("data", () => {});
  const timer = setInterval(() => {
    for (let i = 0; i < 20; i++)
      flood.write("POST /command HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nkey=1");
  }, 20);
  return () => { clearInterval(timer); flood.destroy(); };
}

rmSync(join(folder, "matches"), { recursive: true, force: true });
const refereeMemory = await measureReferee();
const host = spawn(join(bin, "host"), [...PLAYERS, "-l", join(folder, "matches"), "--tick", String(TICK_MS), "--budget-ms", "20", "--port", "0"],
  { stdio: ["ignore", "pipe", "inherit"] });
const ended = new Promise(resolve => host.once("exit", resolve));
const port = await new Promise(resolve => host.stdout.once("data", text => resolve(Number(/:(\d+)\//.exec(text)[1]))));
const watchers = Array.from({ length: WATCHERS }, (_, i) => watch(port, i >= SILENT));
const stop = annoy(port);
const last = () => existsSync(join(folder, "matches/7", String(ROUNDS), "state.json"));
while (!last())
  await sleep(50);
const hostMemory = memory(host.pid);
stop();
// In the first rounds the watchers arrive.
const times = Array.from({ length: ROUNDS - 10 }, (_, i) => timeOf(i + 10));
const start = times[0];
const late = times.map((time, i) => Math.abs(time - start - i * TICK_MS));
const sorted = [...late].sort((a, b) => a - b);
await sleep(300);
const slowest = Math.min(...watchers.slice(SILENT).map(watcher => watcher.rounds));
host.kill("SIGINT");
const status = await ended;
const left = execFileSync("sh", ["-c", `ps -eo args | grep -c '^${join(bin, "host")} ' || true`]).toString().trim();
for (const { socket } of watchers)
  socket.destroy();
console.log(`watchers=${WATCHERS} silent=${SILENT} rounds=${times.length} tick_ms=${TICK_MS} ` +
  `late_p50_ms=${sorted[sorted.length >> 1].toFixed(1)} late_max_ms=${sorted.at(-1).toFixed(1)} ` +
  `received_rounds_min=${slowest} host_mb=${hostMemory.toFixed(1)} referee_mb=${refereeMemory.toFixed(1)} ` +
  `status=${status} processes_left=${left}`);
const good = sorted.at(-1) <= LATE_MS && hostMemory - refereeMemory < MEMORY_MB && slowest >= ROUNDS && status === 0 && left === "0";
process.exit(good ? 0 : 1);
