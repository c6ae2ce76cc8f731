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
