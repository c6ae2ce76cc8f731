import { shownUnits } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";

/** The address that opens an account with a code, on the site that the inviter uses. */
export const inviteLink = (origin: string, sitePrefix: string, code: string): string =>
  `${origin}${sitePrefix}/auth/register/email?invite=${code}`;

/** A share of fees as a percentage without useless zeros: "0.2" is 20, "0.025" is 2.5. */
const sharePercent = (share: string): string => shownUnits(requireUnits(share), 6, 6).replace(/[.]?0+$/, "");

/** What a tier pays, of fees in percent; "--" until it is known. */
export const shareText = (tier: { readonly share: string } | undefined): string =>
  tier === undefined ? "--" : sharePercent(tier.share);
