import type { TimelineEntry } from "@tidemark/contracts";
import { auditLog, type Database } from "@tidemark/kit-node";
import { proposals } from "./store.ts";

/** What operators did to an account, and what they proposed about it. Who: the number of the audit log, 0 at the command line. */
export const operatorTimeline =
  (db: Database) =>
  async (uid: number, before: number, count: number): Promise<TimelineEntry[]> => {
    const lines = await auditLog.about(db, uid, before, count);
    const asked = await proposals.aboutAccount(db, uid, before, count);
    return [
      ...lines.map(({ at, action, subject, uid: by, reason, number }): TimelineEntry => {
        const what = subject.slice(String(uid).length).trim();
        const facts = { by: String(by), reason, row: String(number), ...(what === "" ? {} : { what }) };
        return { at, source: "operator", kind: action, facts };
      }),
      ...asked.map(({ at, call, state, by, reason, ask }): TimelineEntry => {
        const { uid: _uid, ...fields } = ask;
        const facts = { by: String(by), reason, state, call, ask: JSON.stringify(fields) };
        return { at, source: "operator", kind: "proposed", facts };
      }),
    ]
      .toSorted((a, b) => b.at - a.at)
      .slice(0, count);
  };
