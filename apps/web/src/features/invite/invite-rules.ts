import { percentText } from "../../lib/format/number-text.ts";

/** The address that opens an account with a code, on the site that the inviter uses. */
export const inviteLink = (origin: string, sitePrefix: string, code: string): string =>
  `${origin}${sitePrefix}/auth/register/email?invite=${code}`;

/** What a tier pays, of fees in percent; "--" until it is known. */
export const shareText = (tier: { readonly share: string } | undefined): string =>
  tier === undefined ? "--" : percentText(tier.share);
