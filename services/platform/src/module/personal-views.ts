import type { PersonalViews } from "@tidemark/contracts";
import { auditLog, type Clock, type Database, inTransaction, type Log } from "@tidemark/kit-node";
import type { AuditLine } from "./audit-line.ts";

const hourMs = 60 * 60_000;
/** Lines of the audit log by which an operator has seen personal data; their subjects begin with the account. */
const viewActions = ["account viewed", "verification viewed"] as const;

export type ViewDeps = {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  /** Accounts that one operator may see within an hour before an alarm is written. */
  readonly viewsPerHour: number;
};
type View = Pick<AuditLine, "uid" | "origin" | "reason" | "subject"> & {
  readonly action: (typeof viewActions)[number];
};

export const viewsOf = async (
  { clock, viewsPerHour }: Pick<ViewDeps, "clock" | "viewsPerHour">,
  db: Database,
  operator: number,
): Promise<PersonalViews> => ({
  hour: await auditLog.accountsOf(db, operator, viewActions, clock.now() - hourMs),
  alarmAbove: viewsPerHour,
});

/**
 * Writes the line of a view of personal data: call it before anything is read. Who sees more accounts than the mark within an hour is not
 * stopped, since a queue may be long; the log of the process and the audit log say so, where others see it.
 */
export async function recordView(deps: ViewDeps, view: View): Promise<PersonalViews> {
  const { db, clock, log, viewsPerHour } = deps;
  return inTransaction(db, async (tx) => {
    const line = { at: clock.now(), before: "", after: "" };
    const earlier = await viewsOf(deps, tx, view.uid);
    await auditLog.append(tx, [{ ...line, ...view }]);
    const views = await viewsOf(deps, tx, view.uid);
    // A command line is no one person: its lines name who was there.
    if (view.uid === 0 || views.hour <= viewsPerHour) return views;
    log.error(
      { operator: view.uid, accounts: views.hour, allowed: viewsPerHour },
      "personal data: an operator views many accounts",
    );
    if (earlier.hour <= viewsPerHour) {
      const reason = `${views.hour} accounts within an hour`;
      const { uid, origin } = view;
      await auditLog.append(tx, [{ ...line, uid, origin, action: "views alarm", subject: `operator ${uid}`, reason }]);
    }
    return views;
  });
}
