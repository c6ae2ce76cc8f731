import { createHash } from "node:crypto";
import { contentFlags, type WhitelistFlags } from "@tidemark/contracts";

/** What happens to addresses of unknown country: private ones, or ones that the database lacks. */
export type UnknownRegion = "allowed" | "denied";

export function isRegionDenied(
  country: string | undefined,
  denied: ReadonlySet<string>,
  unknown: UnknownRegion,
): boolean {
  return country === undefined ? unknown === "denied" : denied.has(country);
}

/** Flags set by table rows; `koreaIP` follows from the address alone. */
export const flagNames = contentFlags;
export type FlagName = (typeof flagNames)[number];

/** A user's own row takes precedence over the country's. */
export function whitelistOf(
  country: string | undefined,
  ofUser: Readonly<Partial<Record<FlagName, boolean>>>,
  ofCountry: ReadonlySet<FlagName>,
): WhitelistFlags {
  const isOn = (flag: FlagName): boolean => ofUser[flag] ?? ofCountry.has(flag);
  return {
    koreaIP: country === "KR",
    p2pWhite: isOn("p2pWhite"),
    kycWhite: isOn("kycWhite"),
    koreanWhite: isOn("koreanWhite"),
  };
}

type Variant = { readonly name: string; readonly weight: number };
export type Strategy = { readonly name: string; readonly variants: readonly Variant[] };

/**
 * A subject has the same variant in every process and after every restart. The trial's name is part of the hash, so variants of different
 * trials are independent. A subject without an id gets the first variant.
 */
export function variantOf({ name, variants }: Strategy, subject: string | undefined): string {
  const total = variants.reduce((sum, { weight }) => sum + weight, 0);
  if (subject === undefined || total === 0) return variants[0]!.name;
  let left = createHash("sha256").update(`${name}\n${subject}`).digest().readUIntBE(0, 6) % total;
  for (const variant of variants) {
    left -= variant.weight;
    if (left < 0) return variant.name;
  }
  return variants[0]!.name;
}

/** The user where there is one, the same on all devices; otherwise the device. */
export function subjectOf(uid: number, deviceId: string): string | undefined {
  if (uid !== 0) return `user ${uid}`;
  return deviceId === "" ? undefined : `device ${deviceId}`;
}

/** Less than, equal to or greater than 0, as for sorting; a part that is missing counts as 0. */
export function compareVersions(left: string, right: string): number {
  const [a, b] = [left, right].map((version) => version.split(".").map(Number)) as [number[], number[]];
  for (let i = 0; i < Math.max(a.length, b.length); i += 1)
    if ((a[i] ?? 0) !== (b[i] ?? 0)) return (a[i] ?? 0) - (b[i] ?? 0);
  return 0;
}

export type AppVersion = { readonly versionName: string; readonly downUrl: string; readonly usableFrom: string };
export type VersionWord = Pick<AppVersion, "versionName" | "downUrl"> & { isNewer: boolean; isRequired: boolean };

export function versionWordOf({ versionName, downUrl, usableFrom }: AppVersion, asks: string): VersionWord {
  return {
    versionName,
    downUrl,
    isNewer: compareVersions(versionName, asks) > 0,
    isRequired: compareVersions(asks, usableFrom) < 0,
  };
}

const secretField =
  /"([^"]*(?:pass|pwd|code|otp|token|secret|key|sign|file|image|photo)[^"]*)"(\s*:\s*)("(?:[^"\\]|\\.)*"?|[^,}\]]*)/gi;

/** Pages remove secrets before they report; this removes those that a page missed. The text may be truncated anywhere. */
export const withoutSecrets = (body: string): string => body.replaceAll(secretField, '"$1"$2""');

type Advertised = { readonly project?: object; readonly switches?: object };

/** A config whose register bonus is the reward of the campaign that runs; without one nothing is advertised. */
export function withReward(body: object, reward: object | null): object {
  const { project = {}, switches = {} } = body as Advertised;
  return reward === null
    ? { ...body, switches: { ...switches, registerBonus: false } }
    : { ...body, project: { ...project, registerBonus: reward } };
}
