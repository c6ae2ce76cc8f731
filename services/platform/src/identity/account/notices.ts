import type { Database } from "@tidemark/kit-node";
import type { Notice, Notices } from "../../module/notices.ts";
import { users } from "./user-store.ts";

/** Enqueues a notice with the account's anti-phishing words. */
export async function enqueueNotice(
  { notices }: { readonly notices: Notices },
  tx: Database,
  notice: Notice,
  at: number,
): Promise<void> {
  const user = notice.uid === undefined ? undefined : await users.byUid(tx, notice.uid);
  const words = user?.antiPhishing ?? undefined;
  const facts = { ...notice.facts, ...(words === undefined ? {} : { antiPhishing: words }) };
  await notices.enqueue(tx, { ...notice, facts }, at);
}
