import { inTransaction } from "@tidemark/kit-node";
import { type IdentityDeps } from "../account/deps.ts";
import { afterBusy, afterRight, afterWrong, needsCodeFirst } from "../account/rules.ts";
import { tries, type User } from "../account/user-store.ts";

/**
 * Whether this is the signed-in user's password; undefined when overloaded. A hijacked session must not allow guessing: after ten wrong
 * ones in an hour right ones are refused too.
 */
export async function isOwnPassword(deps: IdentityDeps, user: User, password: string): Promise<boolean | undefined> {
  const whose = deps.box.mac("own-password", String(user.uid));
  const now = deps.clock.now();
  const before = await inTransaction(deps.db, async (tx) => {
    const locked = await tries.lock(tx, whose);
    await tries.keep(tx, whose, afterWrong(locked, now), now);
    return locked;
  });
  if (needsCodeFirst(before, now)) return false;
  const isRight = await deps.passwords.isRight(password, user.passwordHash ?? undefined);
  if (isRight !== false)
    await inTransaction(deps.db, async (tx) => {
      const locked = await tries.lock(tx, whose);
      await tries.keep(tx, whose, isRight === undefined ? afterBusy(locked) : afterRight(locked), now);
    });
  return isRight;
}
