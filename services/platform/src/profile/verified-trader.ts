import { auditLog, type Database } from "@tidemark/kit-node";
import type { AuditLine } from "../module/audit-line.ts";
import type { Verifications } from "../module/verifications.ts";
import { verifiedTraders } from "./store.ts";

type LabelOrder = Pick<AuditLine, "origin" | "reason"> & {
  readonly uid: number;
  readonly isOn: boolean;
  /** Who sets it: the operator's number, 0 at the command line. */
  readonly by: number;
};

/** The label is one of verified accounts: it is not shown any more when the level is taken away. */
export const isVerifiedTrader = async (db: Database, verifications: Verifications, uid: number): Promise<boolean> =>
  (await verifications.of(db, uid)).level > 0 && (await verifiedTraders.has(db, uid));

/** Sets or removes the label, with its line of the audit log in the same transaction; without a change there is no line. */
export async function setVerifiedTrader(
  tx: Database,
  verifications: Verifications,
  { uid, isOn, by, origin, reason }: LabelOrder,
  at: number,
): Promise<"done" | "unverified"> {
  if (isOn && (await verifications.of(tx, uid)).level === 0) return "unverified";
  if (!(await verifiedTraders.set(tx, uid, isOn, at))) return "done";
  const action = isOn ? "verified trader set" : "verified trader removed";
  await auditLog.append(tx, [
    { at, uid: by, origin, action, subject: String(uid), reason, before: !isOn, after: isOn },
  ]);
  return "done";
}
