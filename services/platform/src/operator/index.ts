import {
  calls,
  type ExchangeName,
  type InstrumentList,
  type Instruments,
  instrumentsOf,
  success,
} from "@tidemark/contracts";
import { producers } from "@tidemark/contracts/journal";
import { type CommandSender, type CoreClient, openOutbox, type Outbox, thinOutbox } from "@tidemark/kit-node";
import type { Module, ModuleDeps } from "../module/deps.ts";
import { exchangesOf } from "../module/exchanges.ts";
import { storeAnswers } from "./answered.ts";
import { operatorAnswers } from "./answers.ts";
import { expire } from "./decide.ts";
import { outboxes } from "./deps.ts";

export { auditOperator, openOperatorRegister } from "./register.ts";

const expireEveryMs = 60_000;
const thinEveryMs = 60 * 60_000;
const thinnedPerRunMax = 5_000;

/** The core of one exchange, as far as there is one and a key to send its commands. */
type OperatedCore = { readonly client: CoreClient | undefined; readonly sender: CommandSender | undefined };

async function instrumentsAt(client: CoreClient | undefined): Promise<Instruments | undefined> {
  const reply = await client?.ask("now", { call: calls.marketInstruments.name, uid: 0, ask: {} });
  return reply?.code === success ? instrumentsOf(reply.data as InstrumentList) : undefined;
}

/** Operators, the changes they propose and approve for either exchange, and the audit log. The only file that others may import. */
export function operator(deps: ModuleDeps): Module {
  const { db, time, log, config, accounts, simulatedCore } = deps;
  if (config.OPERATOR_CALLS === "off") return { answers: [] };
  const cores: Readonly<Record<ExchangeName, OperatedCore>> = {
    REAL: { client: deps.core, sender: deps.operatorCommands },
    SIMULATED: { client: simulatedCore?.client, sender: simulatedCore?.operatorCommands },
  };
  const now = (): number => time.now();
  const opened = new Map<ExchangeName, Outbox>();
  for (const [exchange, { client, sender }] of Object.entries(cores) as [ExchangeName, OperatedCore][]) {
    if (sender === undefined) continue;
    const answering = { exchange, instruments: () => instrumentsAt(client), now };
    opened.set(
      exchange,
      openOutbox({
        db,
        schema: outboxes[exchange],
        producer: producers.operator,
        sender,
        time,
        log,
        answered: (tx, answers) => storeAnswers(answering, tx, answers),
      }),
    );
  }
  return {
    answers: operatorAnswers({
      db,
      clock: time,
      log,
      accounts,
      exchangeOf: exchangesOf(config),
      instruments: (exchange) => instrumentsAt(cores[exchange].client),
      proposalValidMs: config.PROPOSAL_VALID_MS,
      wakeOutbox: (exchange) => opened.get(exchange)?.wake(),
    }),
    jobs: [
      { name: "operator expiry", everyMs: expireEveryMs, run: (tx) => expire(tx, now()) },
      ...Object.values(outboxes).map((schema) => ({
        name: `${schema} retention`,
        everyMs: thinEveryMs,
        run: (tx: Parameters<typeof thinOutbox>[0]) => thinOutbox(tx, schema, now(), thinnedPerRunMax),
      })),
    ],
    async close() {
      for (const outbox of opened.values()) await outbox.close();
    },
  };
}
