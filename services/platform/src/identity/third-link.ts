import type { Asked, Database } from "@tidemark/kit-node";
import { afterChange } from "./changes.ts";
import type { Office } from "./office.ts";
import { providerNames } from "./third-rules.ts";
import { thirdLinks, thirdSignIns } from "./third-store.ts";
import type { User } from "./user-store.ts";

/**
 * Links what a provider has named to an account whose owner has just shown that it is his. Which sessions ended by it; undefined where it
 * cannot be linked.
 */
export async function linkThird(
  office: Office,
  tx: Database,
  user: User,
  { thirdHash, asked }: { thirdHash: Buffer; asked: Asked },
): Promise<string[] | undefined> {
  const at = office.clock.now();
  const whose = { deviceId: asked.from.deviceId, since: at - office.times.thirdValidMs };
  const known = await thirdSignIns.held(tx, thirdHash, whose);
  if (known === undefined || !(await thirdLinks.add(tx, user.uid, known, at))) return undefined;
  await thirdSignIns.done(tx, thirdHash, at);
  const facts = { provider: providerNames[known.provider] };
  return afterChange(office, tx, { user, kind: "THIRD_LINKED", notice: "third-party-linked", asked, facts });
}
