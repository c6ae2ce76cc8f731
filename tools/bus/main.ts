// `pnpm bus`: keys of the services on the bus, and the configuration of its server. See docs/runbooks/bus-keys.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { nkeys } from "@nats-io/transport-node";
import { root } from "../dev/processes/root.ts";
import { developmentConfig, serverConfig, usersIn } from "./server-config.ts";

const usage = `pnpm bus key                       a new key: the seed for NATS_SEED, the public key for the list of users
pnpm bus config <users> --cert <file> --key <file> [--client-ca <file>]
                                   the server's configuration for a list of users, to standard output
pnpm bus development               writes deploy/nats/development.conf
`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { cert: { type: "string" }, key: { type: "string" }, "client-ca": { type: "string" } },
});

function config(file: string | undefined): string {
  const { cert, key, "client-ca": clientCa } = values;
  if (file === undefined || cert === undefined || key === undefined) throw new Error(usage);
  const tls = { cert, key, ...(clientCa === undefined ? {} : { clientCa }) };
  return serverConfig(usersIn(readFileSync(file, "utf8")), "pnpm bus config", tls);
}

function newKey(): string {
  const pair = nkeys.createUser();
  return `NATS_SEED   ${Buffer.from(pair.getSeed()).toString()}\npublic key  ${pair.getPublicKey()}\n`;
}

try {
  if (positionals[0] === "key") process.stdout.write(newKey());
  else if (positionals[0] === "config") process.stdout.write(config(positionals[1]));
  else if (positionals[0] === "development")
    writeFileSync(join(root, "deploy/nats/development.conf"), developmentConfig());
  else throw new Error(usage);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
