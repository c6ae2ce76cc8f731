import { consoleCalls } from "@tidemark/contracts";
import { type Answer, answer, auditLog, given } from "@tidemark/kit-node";
import type { ConsoleDeps } from "./accounts/deps.ts";
import { operators } from "./accounts/operator-store.ts";

/** The whole log is read to check it: once for all who look within this time. */
const checkedForMs = 10_000;

type Checked = Awaited<ReturnType<typeof auditLog.check>>;

/** The audit log of everything that operators do, whether here, at the command line or by a command. */
export function auditAnswers({ db, clock }: ConsoleDeps): Answer[] {
  let last: { readonly at: number; readonly checked: Promise<Checked> } | undefined;

  function check(): Promise<Checked> {
    const at = clock.now();
    if (last !== undefined && at - last.at < checkedForMs) return last.checked;
    const checked = auditLog.check(db);
    last = { at, checked };
    checked.catch(() => (last = undefined));
    return checked;
  }

  return [
    answer(consoleCalls.auditList, async ({ operator, pageSize, ...filter }) => {
      const { total, brokenAt = null } = await check();
      const { lines, isMore } = await auditLog.page(db, { uid: operator, ...filter }, pageSize);
      const names = new Map((await operators.all(db)).map(({ id, name }) => [id, name]));
      const list = lines.map(({ uid, ...line }) => ({ ...line, operator: uid, name: names.get(uid) ?? "" }));
      return given({
        list,
        next: isMore ? lines.at(-1)!.number : null,
        total,
        brokenAt,
        actions: await auditLog.actions(db),
      });
    }),
  ];
}
