import type { SecuritySettings } from "../../session/security-settings.ts";

type SignInSettings = Pick<SecuritySettings, "hasPassword" | "isEmailFactor" | "isSmsFactor"> & {
  readonly hasFactor: boolean;
};

/**
 * The fields that the owner fills in to sign another device in. A second factor is asked for by its own dialog and replaces both; a code is
 * needed where every sign-in needs one, and where there is no password.
 */
export function ownerProofOf({ hasFactor, hasPassword, isEmailFactor, isSmsFactor }: SignInSettings): {
  readonly password: boolean;
  readonly code: boolean;
} {
  if (hasFactor) return { password: false, code: false };
  return { password: hasPassword, code: !hasPassword || isEmailFactor || isSmsFactor };
}
