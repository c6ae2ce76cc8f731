import { join } from "node:path";
import { ensureCoreRoles, migrateCore } from "@tidemark/core";
import { urlAs } from "@tidemark/kit-node";
import { nodeNames, publicKeysOf } from "./node-names.ts";
import { root } from "./root.ts";

/** One core: its name on the bus, its database, and where its nodes keep their snapshots. */
export type CoreWish = {
  readonly core: string;
  /** URLs of the database for its owner: the primary, and a synchronous standby if there is one. */
  readonly databaseUrls: readonly string[];
  readonly natsUrl: string;
  /** Nodes: the first to be elected leads, the others follow. */
  readonly nodes: number;
  readonly folder: string;
  /** Before the names of its processes. */
  readonly prefix: string;
  readonly env?: Readonly<Record<string, string>>;
  /** How often it publishes what is owed; without it nobody does. */
  readonly fundsProofSeconds?: number;
};

export type Start = (name: string, main: string, env: Record<string, string>) => void;

const coreMain = join(root, "services/core/src/main.ts");

export const urlsAs = (role: string, urls: readonly string[]): string => urls.map((url) => urlAs(role, url)).join(",");

/** The owner migrates; the processes never connect as the owner. */
export async function prepareCore(databaseUrl: string): Promise<void> {
  await ensureCoreRoles(databaseUrl);
  await migrateCore(databaseUrl);
}

/** The nodes, the projector and, where it is wanted, the publisher of liabilities of one core. */
export function startCore(start: Start, wish: CoreWish): void {
  const { fundsProofSeconds } = wish;
  const hasFundsProof = fundsProofSeconds !== undefined;
  const common = {
    ...wish.env,
    NODE_COMPILE_CACHE: join(root, ".cache/compile"),
    NATS_URL: wish.natsUrl,
    CORE_NAME: wish.core,
    CORE_PUBLIC_KEYS: publicKeysOf(wish.core, wish.nodes, hasFundsProof),
    ...(hasFundsProof ? { FUNDS_PROOF_EVERY_SECONDS: String(fundsProofSeconds) } : {}),
    JOURNAL_DURABILITY: wish.databaseUrls.length === 1 ? "single" : "standby",
  };
  const run = (role: "node" | "projector" | "funds-proof", id: string, databaseRole: string): void =>
    start(wish.prefix + id, coreMain, {
      ...common,
      CORE_ROLE: role,
      POSTGRES_URLS: urlsAs(databaseRole, wish.databaseUrls),
      NODE_ID: id,
      SNAPSHOT_FOLDER: join(wish.folder, id),
    });
  for (const id of nodeNames(wish.nodes, hasFundsProof))
    if (id === "projector") run("projector", id, "tidemark_projector");
    else if (id === "funds-proof") run("funds-proof", id, "tidemark_funds_proof");
    else run("node", id, "tidemark_core");
}
