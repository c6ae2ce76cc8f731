import type { ExchangeName } from "@tidemark/contracts";
import { producers } from "@tidemark/contracts/journal";
import {
  auditLog,
  brokenAt,
  type Database,
  inTransaction,
  openDatabase,
  type Renumbering,
  renumberOutbox,
  systemTime,
} from "@tidemark/kit-node";
import { outboxes } from "./deps.ts";
import { proposals } from "./store.ts";

type Order = Omit<Renumbering, "producer"> & {
  readonly reason: string;
  /** Who is at the command line. */
  readonly origin: string;
};

export type OperatorRegister = {
  /** Commands of a module's outbox that wait get numbers from `next` on, which the core expects: after its database was set back. */
  renumber(order: Order): Promise<number>;
  /** The lines of the audit log, and the first that is not as it was written. */
  audit(): Promise<{ readonly lines: Awaited<ReturnType<typeof auditLog.all>>; readonly brokenAt: number | undefined }>;
  close(): Promise<void>;
};

/** For decisions that other modules' tools take: a line in their transaction, as the last statement of it. */
export const auditOperator = (tx: Database, line: Parameters<typeof auditLog.append>[1][number]): Promise<void> =>
  auditLog.append(tx, [line]);

/** The exchange whose commands of operators wait in an outbox; undefined for other modules' outboxes. */
const exchangeOf = (schema: string): ExchangeName | undefined =>
  (Object.keys(outboxes) as ExchangeName[]).find((exchange) => outboxes[exchange] === schema);

/** The producer of a module's outbox; 0 is no producer. A number counts for one core, so both outboxes of operators have theirs. */
const producerOf = (schema: string): number =>
  (producers as Readonly<Record<string, number>>)[schema.split(".")[0]!] ?? 0;

/** What is done about proposals and outboxes with the rights of the schema's owner. Each change is audited in its own transaction. */
export function openOperatorRegister(ownerUrl: string): OperatorRegister {
  const database = openDatabase(ownerUrl, 1);
  const { db } = database;
  return {
    renumber: ({ schema, next, isCompared, reason, origin }) =>
      inTransaction(db, async (tx) => {
        const numbers = await renumberOutbox(tx, { schema, producer: producerOf(schema), next, isCompared });
        const exchange = exchangeOf(schema);
        if (exchange !== undefined) await proposals.renumber(tx, exchange, numbers);
        const after = { next, commands: numbers.length };
        const line = { at: systemTime.now(), uid: 0, origin, action: "renumbered", subject: schema, reason };
        await auditLog.append(tx, [{ ...line, before: numbers.map(({ from }) => from), after }]);
        return numbers.length;
      }),
    async audit() {
      const lines = await auditLog.all(db);
      return { lines, brokenAt: brokenAt(lines) };
    },
    close: () => database.close(),
  };
}
