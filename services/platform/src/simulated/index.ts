import { producers } from "@tidemark/contracts/journal";
import { openOutbox, thinOutbox } from "@tidemark/kit-node";
import type { Module, ModuleDeps } from "../module/deps.ts";
import { refillAnswers, schema } from "./answers.ts";
import { targetOf } from "./rules.ts";

const thinEveryMs = 2 * 60_000;
const thinnedPerRunMax = 5_000;

/** Play money of the simulated exchange. The only file that others may import. */
export function simulated({ db, time, log, config, simulatedCore }: ModuleDeps): Module {
  if (simulatedCore === undefined) return { answers: [], serves: "simulated" };
  const { client, deposits } = simulatedCore;
  const outbox = openOutbox({ db, schema, producer: producers.simulated, sender: deposits, time, log });
  return {
    serves: "simulated",
    answers: refillAnswers({
      db,
      time,
      core: client,
      target: targetOf(config.SIMULATED_FUNDS),
      everyMs: config.SIMULATED_REFILL_EVERY_MS,
      wakeOutbox: () => outbox.wake(),
    }),
    jobs: [
      {
        name: "simulated retention",
        everyMs: thinEveryMs,
        run: (tx) => thinOutbox(tx, schema, time.now(), thinnedPerRunMax),
      },
    ],
    close: () => outbox.close(),
  };
}
