import { execFile } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { binary, unprivileged } from "../../tools/dev/processes/installed.ts";

/**
 * A PostgreSQL instance of the test's own, to be killed as hard as a machine dies. Commands run as an unprivileged user; only processes
 * started here are ever signalled, by the id in their own pid file.
 */
const runFile = promisify(execFile);

/** All from the folder of `initdb`: Debian puts wrappers of some into the path that choose a version by themselves. */
function installed(name: string): string {
  const initdb = binary("initdb");
  if (initdb === undefined) throw new Error("PostgreSQL's own binaries are needed: apt install postgresql");
  return join(dirname(realpathSync(initdb)), name);
}

const settings = [
  "fsync = on",
  "full_page_writes = on",
  "wal_level = replica",
  "max_wal_senders = 8",
  "wal_keep_size = 512MB",
  "hot_standby = on",
  "wal_log_hints = on",
  "wal_retrieve_retry_interval = 100ms",
  "unix_socket_directories = ''",
  "listen_addresses = '127.0.0.1'",
  "min_wal_size = 256MB",
  "shared_buffers = 64MB",
  "max_connections = 50",
  "data_sync_retry = off",
  "tcp_user_timeout = 2000",
];

export class Postgres {
  readonly name: string;
  readonly port: number;
  readonly data: string;
  readonly #as = unprivileged();

  constructor(folder: string, name: string, port: number) {
    this.name = name;
    this.port = port;
    this.data = join(folder, name);
    mkdirSync(folder, { recursive: true });
    if (this.#as !== undefined) chownSync(folder, this.#as.uid, this.#as.gid);
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.port}`;
  }

  async #do(command: string, ...args: string[]): Promise<void> {
    await runFile(installed(command), args, { ...this.#as, cwd: "/", timeout: 60_000 });
  }

  async create(isSynchronous: boolean): Promise<void> {
    rmSync(this.data, { recursive: true, force: true });
    await this.#do("initdb", "-D", this.data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--data-checksums");
    const lines = [
      ...settings,
      `port = ${this.port}`,
      ...(isSynchronous ? ["synchronous_standby_names = 'FIRST 1 (pg_a, pg_b)'"] : []),
    ];
    await this.#append(lines);
  }

  async #append(lines: readonly string[]): Promise<void> {
    const text = lines.map((line) => `${line}\n`).join("");
    await runFile("sh", ["-c", `cat >> '${this.data}/postgresql.conf' <<'END'\n${text}END`], { ...this.#as, cwd: "/" });
  }

  /** Also after a crash, when the old backends may still hold the memory for a moment. */
  async start(): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      try {
        await this.#do("pg_ctl", "-D", this.data, "-l", join(this.data, "log"), "-w", "-t", "30", "start");
        return;
      } catch (error) {
        if (tries === 40) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  get postmaster(): number {
    return Number(readFileSync(join(this.data, "postmaster.pid"), "utf8").split("\n")[0]);
  }

  crash(): void {
    process.kill(this.postmaster, "SIGKILL");
  }

  async stop(mode: "fast" | "immediate" = "fast"): Promise<void> {
    if (existsSync(join(this.data, "postmaster.pid")))
      await this.#do("pg_ctl", "-D", this.data, "-m", mode, "-w", "stop").catch(() => undefined);
  }

  async promote(): Promise<void> {
    await this.#do("pg_ctl", "-D", this.data, "-w", "-t", "30", "promote");
  }

  /** A fresh copy of the primary that streams from it. */
  async copyFrom(primary: Postgres): Promise<void> {
    rmSync(this.data, { recursive: true, force: true });
    await this.#do(
      "pg_basebackup",
      "-h",
      "127.0.0.1",
      "-p",
      String(primary.port),
      "-U",
      "postgres",
      "-D",
      this.data,
      "-X",
      "stream",
      "-c",
      "fast",
    );
    await this.#append([`port = ${this.port}`]);
    await this.#follow(primary);
  }

  async #follow(primary: Postgres): Promise<void> {
    await this.#append([
      `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres application_name=${this.name}'`,
      "recovery_target_timeline = 'latest'",
    ]);
    await runFile("touch", [join(this.data, "standby.signal")], { ...this.#as, cwd: "/" });
  }

  async query(text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: `${this.url}/postgres` });
    await client.connect();
    try {
      return (await client.query(text)).rows as Record<string, unknown>[];
    } finally {
      await client.end();
    }
  }

  async untilStreamed(): Promise<void> {
    const giveUpAt = performance.now() + 30_000;
    for (;;) {
      const rows = await this.query(
        "select 1 from pg_stat_replication where state = 'streaming' and sync_state = 'sync'",
      ).catch(() => []);
      if (rows.length > 0) return;
      if (performance.now() > giveUpAt) throw new Error("the standby does not stream");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
