import { client } from "../lib/client/client.ts";
import { pushKeysNow } from "../lib/push/push.ts";
import { storedByTrader } from "../lib/storage/by-trader.ts";
import { userNow } from "./user.ts";

/** Whether a trader has turned push on in this browser: the next trader who signs in here has not. */
export const pushChoice = storedByTrader("push", { isOn: false });

/** A subscription belongs to a session and has a language; both may be others than when it was turned on. */
export async function renewPush(): Promise<void> {
  const userId = userNow()?.userId;
  if (userId === undefined || !pushChoice.get(userId).isOn) return;
  const keys = await pushKeysNow();
  if (keys !== undefined) await client.call("addPushSubscription", keys);
}
