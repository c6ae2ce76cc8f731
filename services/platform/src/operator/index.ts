import { type ExchangeName, type OperatorRole, success } from "@tidemark/contracts";
import { type MarketState, marketStatesCall, producers } from "@tidemark/contracts/journal";
import {
  type CommandSender,
  type CoreClient,
  type Database,
  openOutbox,
  type Outbox,
  thinOutbox,
} from "@tidemark/kit-node";
import { coreInstruments } from "../module/core/core-instruments.ts";
import type { Module, ModuleDeps } from "../module/deps.ts";
import { storeAnswers } from "./answered.ts";
import { proposalAnswers } from "./answers.ts";
import { expire } from "./decide.ts";
import { outboxes } from "./deps.ts";
import { operatorTimeline } from "./timeline.ts";
import { roles } from "./store.ts";

/** The roles that the module's own records give an operator. */
export const rolesOf = (db: Database, uid: number): Promise<readonly OperatorRole[]> => roles.of(db, uid);

export { auditOperator, openOperatorRegister } from "./register.ts";

const expireEveryMs = 60_000;
const thinEveryMs = 60 * 60_000;
const thinnedPerRunMax = 5_000;

/** The core of one exchange, as far as there is one and a key to send its commands. */
type OperatedCore = { readonly client: CoreClient | undefined; readonly sender: CommandSender | undefined };

async function marketsAt(client: CoreClient | undefined): Promise<readonly MarketState[] | undefined> {
  const reply = await client?.ask("now", { call: marketStatesCall, uid: 0, ask: {} });
  return reply?.code === success ? (reply.data as { list: MarketState[] }).list : undefined;
}

/** Operators, the changes they propose and approve for either exchange, and the audit log. The only file that others may import. */
export function operator(deps: ModuleDeps): Module {
  const { db, time, log, config, simulatedCore } = deps;
  const timeline = operatorTimeline(db);
  if (config.OPERATOR_CALLS === "off") return { answers: [], timeline };
  const cores: Readonly<Record<ExchangeName, OperatedCore>> = {
    REAL: { client: deps.core, sender: deps.operatorCommands },
    SIMULATED: { client: simulatedCore?.client, sender: simulatedCore?.operatorCommands },
  };
  const now = (): number => time.now();
  const opened = new Map<ExchangeName, Outbox>();
  for (const [exchange, { client, sender }] of Object.entries(cores) as [ExchangeName, OperatedCore][]) {
    if (sender === undefined) continue;
    const answering = { exchange, instruments: () => coreInstruments(client), now };
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
    answers: [],
    operatorAnswers: proposalAnswers({
      db,
      clock: time,
      log,
      instruments: (exchange) => coreInstruments(cores[exchange].client),
      markets: (exchange) => marketsAt(cores[exchange].client),
      proposalValidMs: config.PROPOSAL_VALID_MS,
      reopenAfterMs: config.REOPEN_AFTER_MS,
      wakeOutbox: (exchange) => opened.get(exchange)?.wake(),
    }),
    timeline,
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
