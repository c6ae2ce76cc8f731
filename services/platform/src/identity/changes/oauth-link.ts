import type { Asked, Database } from "@tidemark/kit-node";
import type { IdentityDeps } from "../account/deps.ts";
import type { User } from "../account/user-store.ts";
import { providerNames } from "../oauth/oauth-rules.ts";
import { oauthLinks, oauthSignIns } from "../oauth/oauth-store.ts";
import { recordChange } from "./changes.ts";

/** Links a provider identity to the account that has just signed in. Returns the ended sessions; undefined where it cannot be linked. */
export async function linkOAuth(
  deps: IdentityDeps,
  tx: Database,
  user: User,
  { oauthHash, asked }: { oauthHash: Buffer; asked: Asked },
): Promise<string[] | undefined> {
  const at = deps.clock.now();
  const whose = { deviceId: asked.from.deviceId, since: at - deps.times.oauthValidMs };
  const known = await oauthSignIns.lock(tx, oauthHash, whose);
  if (known === undefined || !(await oauthLinks.add(tx, user.uid, known, at))) return undefined;
  await oauthSignIns.done(tx, oauthHash, at);
  const facts = { provider: providerNames[known.provider] };
  return recordChange(deps, tx, { user, kind: "OAUTH_LINKED", notice: "oauth-linked", asked, facts });
}
