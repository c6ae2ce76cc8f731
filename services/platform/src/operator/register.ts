import { type ExchangeName, type OperatorRole, operatorRoles } from "@tidemark/contracts";
import { producers } from "@tidemark/contracts/journal";
import {
  auditLog,
  brokenAt,
  type Database,
  openDatabase,
  renumberOutbox,
  type Renumbering,
  systemTime,
} from "@tidemark/kit-node";
import { outboxes } from "./deps.ts";
import { proposals, roles } from "./store.ts";

type Change = {
  readonly uid: number;
  readonly roles: readonly OperatorRole[];
  readonly reason: string;
  /** Who is at the command line. */
  readonly origin: string;
};

type Order = Pick<Change, "reason" | "origin"> & Omit<Renumbering, "producer">;

export type OperatorRegister = {
  grant(change: Change): Promise<void>;
  revoke(change: Change): Promise<void>;
  list(): Promise<readonly { readonly uid: number; readonly roles: readonly OperatorRole[] }[]>;
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

/**
 * Roles of operators, changed with the rights of the schema's owner: a fresh installation has no operator who could be asked. Each change is
 * audited in its own transaction.
 */
export function openOperatorRegister(ownerUrl: string): OperatorRegister {
  const database = openDatabase(ownerUrl, 1);
  const { db } = database;

  const change = (
    action: string,
    { uid, reason, origin }: Change,
    apply: (tx: Database, at: number) => Promise<void>,
  ): Promise<void> =>
    db.transaction().execute(async (transaction) => {
      const tx = transaction as unknown as Database;
      const at = systemTime.now();
      const before = await roles.of(tx, uid);
      await apply(tx, at);
      const after = await roles.of(tx, uid);
      const line = { at, uid: 0, origin, action, subject: String(uid), reason, before, after };
      if (before.join() !== after.join()) await auditLog.append(tx, [line]);
    });

  return {
    grant: (granted) => change("granted", granted, (tx, at) => roles.grant(tx, granted.uid, granted.roles, at)),
    revoke: (revoked) => change("revoked", revoked, (tx) => roles.revoke(tx, revoked.uid, revoked.roles)),
    renumber: ({ schema, next, isCompared, reason, origin }) =>
      db.transaction().execute(async (transaction) => {
        const tx = transaction as unknown as Database;
        const numbers = await renumberOutbox(tx, { schema, producer: producerOf(schema), next, isCompared });
        const exchange = exchangeOf(schema);
        if (exchange !== undefined) await proposals.renumber(tx, exchange, numbers);
        const after = { next, commands: numbers.length };
        const line = { at: systemTime.now(), uid: 0, origin, action: "renumbered", subject: schema, reason };
        await auditLog.append(tx, [{ ...line, before: numbers.map(({ from }) => from), after }]);
        return numbers.length;
      }),
    async list() {
      const byUid = Map.groupBy(await roles.all(db), ({ uid }) => uid);
      return [...byUid].map(([uid, own]) => ({
        uid,
        roles: operatorRoles.filter((role) => own.some((one) => one.role === role)),
      }));
    },
    async audit() {
      const lines = await auditLog.all(db);
      return { lines, brokenAt: brokenAt(lines) };
    },
    close: () => database.close(),
  };
}
