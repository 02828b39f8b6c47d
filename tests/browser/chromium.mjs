// Headless Chromium, controlled over its debugging pipe: JSON messages, each followed by a 0 byte.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export class Chromium {
  constructor(program) {
    this.profile = mkdtempSync(join(tmpdir(), "blastbeam-browser-"));
    this.process = spawn(program, ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
      "--no-first-run", "--disable-dev-shm-usage", "--disable-background-networking",
      `--user-data-dir=${this.profile}`, "--remote-debugging-pipe", "about:blank"],
    { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    this.next = 1;
    this.pending = new Map();
    this.listeners = new Map();
    this.received = "";
    this.process.stdio[4].setEncoding("utf8").on("data", text => this.receive(text));
    this.process.on("exit", () => this.fail(new Error("the browser has ended")));
    this.process.on("error", error => this.fail(error));
  }

  fail(error) {
    for (const { reject } of this.pending.values())
      reject(error);
    this.pending.clear();
  }

  receive(text) {
    const parts = (this.received + text).split("\0");
    this.received = parts.pop();
    for (const part of parts) {
      const message = JSON.parse(part);
      const caller = this.pending.get(message.id);
      this.pending.delete(message.id);
      if (message.error)
        caller?.reject(new Error(message.error.message));
      else if (caller)
        caller.resolve(message.result);
      else
        this.listeners.get(message.method)?.(message.params);
    }
  }

  on(method, listener) {
    this.listeners.set(method, listener);
  }

  send(method, params = {}, sessionId = this.session) {
    const id = this.next++;
    this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + "\0");
    return new Promise((resolve, reject) => this.pending.set(id, { resolve, reject }));
  }

  async open() {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" }, undefined);
    const attached = await this.send("Target.attachToTarget", { targetId, flatten: true }, undefined);
    this.session = attached.sessionId;
    for (const domain of ["Page", "Runtime", "Log", "Network"])
      await this.send(`${domain}.enable`);
  }

  // The value of an expression that is evaluated in the page. Promises are awaited.
  async value(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate",
      { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  // Run a function in the page and return its result.
  call(body, ...args) {
    return this.value(`(${body})(...${JSON.stringify(args)})`);
  }

  async key(key, modifiers = 0) {
    const text = key.length === 1 ? key : undefined;
    const windowsVirtualKeyCode = key === "Escape" ? 27 : 0;
    for (const type of ["keyDown", "keyUp"])
      await this.send("Input.dispatchKeyEvent",
        { type, key, text: type === "keyDown" ? text : undefined, modifiers, windowsVirtualKeyCode });
  }

  screen(width, height, { dark = false, mobile = false, scale = 1 } = {}) {
    return Promise.all([
      this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: scale, mobile }),
      this.send("Emulation.setEmulatedMedia", { features: [
        { name: "prefers-color-scheme", value: dark ? "dark" : "light" },
        { name: "prefers-reduced-motion", value: "reduce" }] }),
    ]);
  }

  // A screenshot of the visible part of the page, or of the whole page, as the bytes of a PNG.
  async picture(whole = false) {
    const { data } = await this.send("Page.captureScreenshot",
      { format: "png", captureBeyondViewport: whole });
    return Buffer.from(data, "base64");
  }

  async close() {
    const ended = new Promise(resolve => this.process.once("exit", resolve));
    this.pending.clear();
    this.send("Browser.close", {}, undefined).catch(() => {});
    const timeout = setTimeout(() => this.process.kill("SIGKILL"), 3000);
    await ended;
    clearTimeout(timeout);
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
