import { inTransaction, type Office } from "./office.ts";
import { afterBusy, afterRight, afterWrong, needsCodeFirst } from "./rules.ts";
import { tries, type User } from "./user-store.ts";

/**
 * Whether this is the password of who is signed in; undefined where we are too busy to look. Whoever took over a session must not be able
 * to guess on: after ten wrong ones in an hour right ones are not looked at either.
 */
export async function isOwnPassword(office: Office, user: User, password: string): Promise<boolean | undefined> {
  const whose = office.box.mac("own-password", String(user.uid));
  const now = office.clock.now();
  const before = await inTransaction(office, async (tx) => {
    const held = await tries.held(tx, whose);
    await tries.keep(tx, whose, afterWrong(held, now), now);
    return held;
  });
  if (needsCodeFirst(before, now)) return false;
  const isRight = await office.passwords.isRight(password, user.passwordHash ?? undefined);
  if (isRight !== false)
    await inTransaction(office, async (tx) => {
      const held = await tries.held(tx, whose);
      await tries.keep(tx, whose, isRight === undefined ? afterBusy(held) : afterRight(held), now);
    });
  return isRight;
}
