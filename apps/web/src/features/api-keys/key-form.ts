import {
  type ApiKeyKind,
  ed25519Shape,
  ipsPerKeyMax,
  isIpText,
  openApiKeyDaysMax,
  type Permission,
  userNameShape,
} from "@tidemark/contracts";
import type { AskOf } from "@tidemark/kit-client";

/** Lifetimes to choose from, in days. */
export const lifetimes = ["7", "30", "90", "180", "365", "never"] as const;
export type Lifetime = (typeof lifetimes)[number];

export type KeyForm = {
  readonly label: string;
  readonly kind: ApiKeyKind;
  readonly publicKey: string;
  readonly permissions: readonly Permission[];
  /** As they are typed: one a line, or with commas between. */
  readonly ips: string;
  readonly lifetime: Lifetime;
};
export const emptyForm: KeyForm = {
  label: "",
  kind: "HMAC_SHA256",
  publicKey: "",
  permissions: ["READ"],
  ips: "",
  lifetime: "90",
};

export const ipsOf = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ""))];

/** Only a key that is bound to IP addresses may be valid for more than three months. */
export const isLifetimeOpen = (lifetime: Lifetime, ips: readonly string[]): boolean =>
  ips.length > 0 || (lifetime !== "never" && Number(lifetime) <= openApiKeyDaysMax);

export type FormProblems = {
  readonly label?: true;
  readonly publicKey?: true;
  readonly ips?: { readonly wrong: string } | "many" | "needed";
};

export function problemsOf({ label, kind, publicKey, permissions, ips: text }: KeyForm): FormProblems {
  const ips = ipsOf(text);
  const wrong = ips.find((ip) => !isIpText(ip));
  const ofIps =
    wrong !== undefined
      ? { wrong }
      : ips.length > ipsPerKeyMax
        ? "many"
        : permissions.includes("WITHDRAW") && ips.length === 0
          ? "needed"
          : undefined;
  return {
    ...(userNameShape.test(label) ? {} : { label: true }),
    ...(kind === "HMAC_SHA256" || ed25519Shape.test(publicKey) ? {} : { publicKey: true }),
    ...(ofIps === undefined ? {} : { ips: ofIps }),
  };
}

/** The ask of the call. A lifetime that needs IP addresses is cut to the longest one without them. */
export function createAskOf(form: KeyForm): AskOf<"createApiKey"> {
  const ips = ipsOf(form.ips);
  const days = isLifetimeOpen(form.lifetime, ips) ? form.lifetime : String(openApiKeyDaysMax);
  return {
    label: form.label,
    permissions: [...form.permissions],
    ips,
    ...(days === "never" ? {} : { days: Number(days) }),
    ...(form.kind === "ED25519" ? { publicKey: form.publicKey.trim() } : {}),
  };
}
