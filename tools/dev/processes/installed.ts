import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const searched = (): string[] => [
  ...(process.env.PATH ?? "").split(":"),
  "/usr/sbin",
  "/usr/local/bin",
  "/opt/homebrew/bin",
  "/opt/homebrew/opt/postgresql@15/bin",
  ...(existsSync("/usr/lib/postgresql")
    ? readdirSync("/usr/lib/postgresql")
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => `/usr/lib/postgresql/${version}/bin`)
    : []),
];

/** Where an installed executable is; undefined where it is not. Debian keeps the newest PostgreSQL out of the path. */
export function binary(name: string): string | undefined {
  for (const folder of searched()) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      continue;
    }
  }
  return undefined;
}

/** PostgreSQL refuses to run as root; the account that its package made, else nobody, runs it instead. */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const user = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  if (user === undefined) throw new Error("PostgreSQL does not run as root: please start this as another user");
  return { uid: Number(user[2]), gid: Number(user[3]) };
}
