import { join } from "node:path";
import { publicKeysOf } from "./processes/node-names.ts";
import { prepareCore, type Start, startCore } from "./processes/core-processes.ts";

/** The simulated exchange beside a real one: the same processes with other settings, and the real one's platform. */
export type SimulatedWish = {
  readonly core: string;
  readonly databaseUrl: string;
  readonly natsUrl: string;
  readonly folder: string;
  readonly gatewayPort: number;
  /** What starts a gateway, and its settings as the real one has them. */
  readonly gatewayMain: string;
  readonly gatewayEnv: Readonly<Record<string, string>>;
  /** Writes what the history begins with. */
  readonly seedHistory: (databaseUrl: string) => Promise<void>;
};

/** The names that belong to the simulated exchange of a real one. */
export const simulatedNames = ({ core, database, folder }: { core: string; database: string; folder: string }) => ({
  core: core === "main" ? "simul" : `${core}-simul`,
  database: `${database}_simul`,
  folder: join(folder, "simul"),
});

/** Before the names of its processes. */
const prefix = "simul-";

/** One node is enough: play money may wait for a restart. */
export const simulatedNodes = 1;

export async function startSimulated(start: Start, wish: SimulatedWish): Promise<void> {
  const { core, databaseUrl, natsUrl, folder } = wish;
  await prepareCore(databaseUrl);
  // A projector reads the day of every market when it starts, and only then.
  await wish.seedHistory(databaseUrl);
  startCore(start, { core, databaseUrls: [databaseUrl], natsUrl, nodes: simulatedNodes, folder, prefix });
  start(`${prefix}gateway-1`, wish.gatewayMain, {
    ...wish.gatewayEnv,
    CORE_NAME: core,
    CORE_PUBLIC_KEYS: publicKeysOf(core, simulatedNodes),
    GATEWAY_PORT: String(wish.gatewayPort),
    // Both gateways are one host to a browser, and its cookies are shared between ports.
    COOKIE_NAME: "tm-simul",
    WEB_DIRECTORY: "",
  });
}
