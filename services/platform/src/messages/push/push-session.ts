import type { Database, OpenSession } from "@tidemark/kit-node";
import type { Accounts } from "../../module/accounts.ts";
import type { Subscription } from "./push-store.ts";

/** The session in which the browser turned pushes on; undefined once it is over. Who has signed out is shown nothing more. */
export const sessionOf = (
  accounts: Pick<Accounts, "sessionOf">,
  db: Database,
  { uid, session, lang }: Subscription,
  now: number,
): Promise<OpenSession | undefined> =>
  accounts.sessionOf(db, { uid, from: { session, lang, ip: "", site: "MAIN", deviceId: "" } }, now);
