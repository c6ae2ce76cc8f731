// The wallet's parts in a process of their own: it reads the chain, takes over approved withdrawals, pays and sweeps, round after round, and
// ends itself by SIGKILL at the step that a file names: a step of a payment, or a statement to the database.
import { readFileSync } from "node:fs";
import type { ApprovedRow } from "@tidemark/contracts";
import { createLog, openDatabase, systemTime } from "@tidemark/kit-node";
import { killedByFile } from "@tidemark/kit-testing";
import { openSweeps } from "../src/payments/sweeps.ts";
import { scannerOn } from "./fixture.ts";
import type { KilledWallet } from "./kills.ts";
import { intakeOn, payerOn } from "./payments-fixture.ts";

const roundEveryMs = 20;
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

const scanner = await scannerOn(db, setting.url, log);
const approved = (): ApprovedRow[] => JSON.parse(readFileSync(setting.approvedFile, "utf8")) as ApprovedRow[];
const intake = intakeOn(db, log, async (ids) => approved().filter(({ coreId }) => ids.includes(coreId)));
const { chain, payer } = await payerOn(
  { db, url: setting.url, socketPath: setting.socketPath, log },
  { stuckMs: setting.stuckMs, passed: async (point) => passed(point) },
);
const sweeps = openSweeps({ db, chain, time: systemTime, log });
log.info("wallet: running");

for (;;) {
  try {
    await scanner.run();
    await intake.run();
    await payer.run((round) => sweeps.run(round));
  } catch (error) {
    // The signer or the node may be gone for a moment: the next round repeats what was not done.
    log.warn({ problem: error instanceof Error ? error.message : String(error) }, "wallet: round failed");
  }
  await new Promise((resolve) => setTimeout(resolve, roundEveryMs));
}
