import { client } from "../lib/client.ts";
import { stored } from "../lib/storage.ts";
import { userNow } from "./user.ts";

/** Which variant of each trial this visitor is part of, by the trial's name; it lasts as long as the tab. */
const strategies = stored<Readonly<Record<string, string>>>("strategies", {}, { area: "session" });

export async function refreshStrategies(): Promise<void> {
  const outcome = await client.call(userNow() === null ? "checkPublicStrategy" : "checkStrategy", {});
  if (outcome.ok) strategies.set(outcome.value);
}
