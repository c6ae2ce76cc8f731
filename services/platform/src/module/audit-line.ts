import type { Asked } from "@tidemark/kit-node";

/** A line of the operators' audit log, written in the transaction of what it reports. */
export type AuditLine = {
  readonly at: number;
  readonly uid: number;
  readonly origin: string;
  readonly action: string;
  readonly subject: string;
  readonly reason: string;
  readonly before: unknown;
  readonly after: unknown;
};

/** Who acts, from where, and why. */
export type Actor = Pick<AuditLine, "uid" | "origin" | "reason">;
export const actorOf = ({ uid, from }: Asked, reason: string): Actor => ({ uid, origin: from.ip, reason });
