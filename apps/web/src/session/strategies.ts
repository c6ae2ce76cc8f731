import { client } from "../lib/client.ts";
import { stored } from "../lib/storage.ts";
import { userNow } from "./user.ts";

/** Which variant of each trial this visitor is part of, by the trial's name; it lasts as long as the tab. */
const strategies = stored<Readonly<Record<string, string>>>("strategies", {}, { area: "session" });

let asked = 0;

/** Of two answers the one that was asked for later counts, whichever comes first: it is about who is here now. */
export async function refreshStrategies(): Promise<void> {
  const mine = (asked += 1);
  const outcome = await client.call(userNow() === null ? "checkPublicStrategy" : "checkStrategy", {});
  if (outcome.ok && mine === asked) strategies.set(outcome.value);
}
