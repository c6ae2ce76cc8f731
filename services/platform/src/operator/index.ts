import { calls, type InstrumentList, type Instruments, instrumentsOf, success } from "@tidemark/contracts";
import { producers } from "@tidemark/contracts/journal";
import { openOutbox, thinOutbox } from "@tidemark/kit-node";
import type { Module, ModuleDeps } from "../module/deps.ts";
import { storeAnswers } from "./answered.ts";
import { operatorAnswers } from "./answers.ts";
import { expire } from "./decide.ts";
import { schema } from "./deps.ts";

export { auditOperator, openOperatorRegister } from "./register.ts";

const expireEveryMs = 60_000;
const thinEveryMs = 60 * 60_000;
const thinnedPerRunMax = 5_000;

/** Operators, the changes they propose and approve, and the audit log. The only file that others may import. */
export function operator({ db, time, log, config, accounts, core, operatorCommands }: ModuleDeps): Module {
  // Its commands go to the real core, so no gateway of the simulated exchange may propose one.
  const serves = "real";
  if (config.OPERATOR_CALLS === "off") return { answers: [], serves };

  async function instruments(): Promise<Instruments | undefined> {
    const reply = await core?.ask("now", { call: calls.marketInstruments.name, uid: 0, ask: {} });
    return reply?.code === success ? instrumentsOf(reply.data as InstrumentList) : undefined;
  }

  const now = (): number => time.now();
  const outbox =
    operatorCommands === undefined
      ? undefined
      : openOutbox({
          db,
          schema,
          producer: producers.operator,
          sender: operatorCommands,
          time,
          log,
          answered: (tx, answers) => storeAnswers({ instruments, now }, tx, answers),
        });
  return {
    serves,
    answers: operatorAnswers({
      db,
      clock: time,
      log,
      accounts,
      instruments,
      proposalValidMs: config.PROPOSAL_VALID_MS,
      wakeOutbox: () => outbox?.wake(),
    }),
    jobs: [
      { name: "operator expiry", everyMs: expireEveryMs, run: (tx) => expire(tx, now()) },
      {
        name: "operator retention",
        everyMs: thinEveryMs,
        run: (tx) => thinOutbox(tx, schema, now(), thinnedPerRunMax),
      },
    ],
    async close() {
      await outbox?.close();
    },
  };
}
