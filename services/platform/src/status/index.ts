import type { Database } from "@tidemark/kit-node";
import type { Module, ModuleDeps } from "../module/deps.ts";
import { statusAnswers } from "./answers.ts";
import { measureEveryMs, shownSince } from "./history.ts";
import { measure } from "./measure.ts";
import { changes, type GatewayRow, gateways } from "./store.ts";

const thinEveryMs = 60 * 60_000;
const shownToOperatorsMs = 60_000;
const reportsKeptMs = 60 * 60_000;

/** What operators see of gateways. */
export const reportedGateways = (db: Database, now: number): Promise<GatewayRow[]> =>
  gateways.since(db, now - shownToOperatorsMs);

/** The public status page: what is measured, and its last ninety days. The only file that others may import. */
export function status({ db, time, core, simulatedCore, measures }: ModuleDeps): Module {
  if (core === undefined) return { answers: [] };
  const deps = { core, simulatedCore: simulatedCore?.client, clock: time, measures };
  return {
    answers: statusAnswers({ db, clock: time, core: core.core }),
    jobs: [
      { name: "status measurement", everyMs: measureEveryMs, run: (tx) => measure(deps, tx) },
      {
        name: "status retention",
        everyMs: thinEveryMs,
        async run(tx) {
          await changes.thin(tx, shownSince(time.now()));
          await gateways.thin(tx, time.now() - reportsKeptMs);
        },
      },
    ],
  };
}
