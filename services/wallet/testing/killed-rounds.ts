import { readFileSync } from "node:fs";
import type { ApprovedRow } from "@tidemark/contracts";
import { createLog, type Database, type Log, openDatabase } from "@tidemark/kit-node";
import { killedByFile } from "@tidemark/kit-testing";
import type { AskApproved } from "../src/payments/withdrawals/intake.ts";
import type { SendPoint } from "../src/payments/sends/sends.ts";
import type { KilledWallet } from "./kills.ts";

type KilledParts = {
  readonly setting: KilledWallet;
  readonly db: Database;
  readonly log: Log;
  /** Plays the platform. */
  readonly ask: AskApproved;
  readonly passed: (point: SendPoint) => Promise<void>;
};

const roundEveryMs = 20;

/** Opens the parts of a wallet and runs them round after round, for ever; every statement to the database is a step at which it may be killed. */
export async function runKilledWallet(open: (parts: KilledParts) => Promise<() => Promise<void>>): Promise<never> {
  const setting = JSON.parse(process.env.KILLED_WALLET!) as KilledWallet;
  const passed = killedByFile(setting.killFile);
  const log = createLog("wallet");
  const { db, pool } = openDatabase(setting.databaseUrl, 4);
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const counted = (...args: unknown[]): unknown => {
      passed("statement");
      return query(...args);
    };
    Object.assign(client, { query: counted });
  });
  const approved = (): ApprovedRow[] => JSON.parse(readFileSync(setting.approvedFile, "utf8")) as ApprovedRow[];
  const ask: AskApproved = async (ids) => approved().filter(({ coreId }) => ids.includes(coreId));
  const round = await open({ setting, db, log, ask, passed: async (point) => passed(point) });
  log.info("wallet: running");
  for (;;) {
    try {
      await round();
    } catch (error) {
      // The signer or the node may be gone for a moment: the next round repeats what was not done.
      log.warn({ problem: error instanceof Error ? error.message : String(error) }, "wallet: round failed");
    }
    await new Promise((resolve) => setTimeout(resolve, roundEveryMs));
  }
}
