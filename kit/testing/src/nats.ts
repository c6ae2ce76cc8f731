import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A NATS server of its own for one test. */
export type StartedNats = {
  /** host:port, to be written behind nats:// or tls://. */
  readonly address: string;
  end(): Promise<void>;
};

const readyWaitMaxMs = 10_000;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** Debian keeps it where only root's PATH leads. */
const path = `${process.env.PATH ?? ""}:/usr/sbin:/usr/local/sbin`;

/** Starts the installed nats-server with this configuration, on a free port of this machine. */
export async function startNats(config: string): Promise<StartedNats> {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-nats-"));
  const file = join(folder, "nats.conf");
  writeFileSync(file, config);
  const port = await freePort();
  const child = spawn("nats-server", ["-c", file, "-a", "127.0.0.1", "-p", String(port)], {
    env: { ...process.env, PATH: path },
    stdio: ["ignore", "ignore", "pipe"],
  });
  // Also where nobody comes to end it: a run that fails, or is ended by a time limit.
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  const lines: string[] = [];
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(`${error.message}; install it, e.g. apt install nats-server`));
    child.once("exit", () => resolve(`nats-server ended: ${lines.join("\n")}`));
  });
  const ready = new Promise<"ready">((resolve) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      lines.push(line);
      if (line.includes("Server is ready")) resolve("ready");
    });
  });
  const late = new Promise<string>((resolve) => void setTimeout(() => resolve("it is late"), readyWaitMaxMs).unref());
  const said = await Promise.race([ready, ended, late]);
  const end = async (): Promise<void> => {
    process.off("exit", kill);
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  if (said === "ready") return { address: `localhost:${port}`, end };
  child.kill("SIGKILL");
  throw new Error(said);
}

/** A certificate for localhost that is its own authority, in a folder of its own. */
export function localCertificate(): { readonly cert: string; readonly key: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-cert-"));
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const named = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  execFileSync("openssl", [...made, ...named, "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { cert, key, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
