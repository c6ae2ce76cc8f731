import { client, realClient, setRejoin } from "../lib/client/client.ts";
import { apiOrigin, hasExchange, isSimulatedPage } from "../lib/client/page-hosts.ts";
import { isInApp } from "../lib/device/native-bridge.ts";
import { stored } from "../lib/storage/storage.ts";
import { userNow } from "./user.ts";

/** The user whose session the simulated host has: the next user of this browser must not trade with play money of the one before. */
const joinedUser = stored<string>("simulated.user", "", {
  isWhole: (value): value is string => typeof value === "string",
});

/** The simulated host sets its own cookie for the session of the real one, by a ticket that is valid once. */
async function join(): Promise<boolean> {
  if (userNow() === null) return false;
  const { host } = new URL(apiOrigin(), location.origin);
  const ticket = await realClient.call("sessionTicket", { host });
  if (!ticket.ok) return false;
  const joined = await client.call("openByTicket", ticket.value);
  if (joined.ok) joinedUser.set(joined.value.userId);
  return joined.ok;
}

/** Before anything is asked for the user. Inside the app every request carries the token, and no host needs a cookie. */
export async function joinSimulated(): Promise<void> {
  if (!isSimulatedPage || isInApp() || !hasExchange()) return;
  setRejoin(join);
  const user = userNow();
  if (user !== null && user.userId !== joinedUser.get()) await join();
}
