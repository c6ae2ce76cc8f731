import { openOutbox } from "@tidemark/kit-node";
import type { Module, ModuleDeps } from "../module/deps.ts";
import { refillAnswers, schema } from "./answers.ts";
import { targetOf } from "./rules.ts";

/** Number of this producer of commands; only a simulated core ever gets one of its deposits. */
const producer = 13;

/** Play money of the simulated exchange. The only file that others may import. */
export function simulated({ db, time, log, config, simulatedCore }: ModuleDeps): Module {
  if (simulatedCore === undefined) return { answers: [], serves: "simulated" };
  const { client, deposits } = simulatedCore;
  const outbox = openOutbox({ db, schema, producer, sender: deposits, time, log });
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
    close: () => outbox.close(),
  };
}
