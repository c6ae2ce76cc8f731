import { shownUnits } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";

/** The address that opens an account with a code, on the site that the inviter uses. */
export const inviteLink = (origin: string, sitePrefix: string, code: string): string =>
  `${origin}${sitePrefix}/auth/register/email?invite=${code}`;

/** A share of fees as a percentage without useless zeros: "0.2" is 20, "0.025" is 2.5. */
export const sharePercent = (share: string): string => shownUnits(requireUnits(share), 6, 6).replace(/[.]?0+$/, "");
