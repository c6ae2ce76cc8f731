import { client } from "../lib/client/client.ts";
import { stored } from "../lib/storage/storage.ts";
import { userNow } from "./user.ts";

/** Which variant of each trial this visitor is part of, by the trial's name; it lasts as long as the tab. */
const strategies = stored<Readonly<Record<string, string>>>("strategies", {}, { area: "session" });

let asked = 0;

/** Of two answers the one requested later wins, whichever arrives first: it is about the current user. */
export async function refreshStrategies(): Promise<void> {
  const mine = (asked += 1);
  const outcome = await client.call(userNow() === null ? "checkPublicStrategy" : "checkStrategy", {});
  if (outcome.ok && mine === asked) strategies.set(outcome.value);
}
