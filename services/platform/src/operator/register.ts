import { type OperatorRole, operatorRoles } from "@tidemark/contracts";
import { type Database, openDatabase, systemTime } from "@tidemark/kit-node";
import { brokenAt } from "./audit-chain.ts";
import { auditLog } from "./audit-store.ts";
import { roles } from "./store.ts";

type Change = {
  readonly uid: number;
  readonly roles: readonly OperatorRole[];
  readonly reason: string;
  /** Who is at the command line. */
  readonly origin: string;
};

export type OperatorRegister = {
  grant(change: Change): Promise<void>;
  revoke(change: Change): Promise<void>;
  list(): Promise<readonly { readonly uid: number; readonly roles: readonly OperatorRole[] }[]>;
  /** The lines of the audit log, and the first that is not as it was written. */
  audit(): Promise<{ readonly lines: Awaited<ReturnType<typeof auditLog.all>>; readonly brokenAt: number | undefined }>;
  close(): Promise<void>;
};

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
