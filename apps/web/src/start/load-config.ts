import { type AppConfig, bizId, readAppConfig, type SiteId } from "@tidemark/contracts";
import type { Outcome } from "@tidemark/kit-client";
import { decodedHosts, hostOf, isAllowedHost } from "../lib/hosts.ts";
import { StartError } from "./lifecycle.ts";

type ConfigFile = { readonly version: number };
export type ConfigKit = {
  fetch(name: string, version: string | undefined): Promise<Outcome<ConfigFile>>;
  sleep(ms: number): Promise<void>;
  readonly kept: AppConfig | null;
  readonly appId: string;
  readonly siteId: SiteId;
  /** The page's own host, and whether this build knows it as ours before any config says so. */
  readonly hostname: string;
  readonly isKnownHost: boolean;
};

const configTriesMax = 3;
const configBackOffMs = 300;

/** No answer, or one that says "not now": it may come right by itself. */
const isAway = (outcome: Outcome<unknown>): boolean =>
  !outcome.ok && (outcome.code === 0 || outcome.refusal === "BUSY" || outcome.refusal === "INTERNAL");

async function bothFiles(kit: ConfigKit): Promise<readonly [Outcome<ConfigFile>, Outcome<ConfigFile>]> {
  const version = kit.kept === null ? undefined : String(kit.kept.version);
  for (let tries = 1; ; tries += 1) {
    const files = await Promise.all([kit.fetch(bizId, version), kit.fetch(kit.appId, version)]);
    if (!files.some(isAway) || tries === configTriesMax) return files;
    await kit.sleep(configBackOffMs * 2 ** (tries - 1));
  }
}

/**
 * The two files as one config. Files that are there but do not make a whole config of this site are not ours: a phishing alert. Where
 * nobody answers, the last visit's config serves; without one, a host that this build knows is merely down, any other is a copy.
 */
export async function loadConfig(kit: ConfigKit): Promise<AppConfig> {
  const [biz, app] = await bothFiles(kit);
  if (isAway(biz) || isAway(app)) {
    if (kit.kept !== null) return kit.kept;
    throw new StartError(kit.isKnownHost ? "unreachable" : "phishing");
  }
  const config = biz.ok && app.ok ? readAppConfig(biz.value, app.value) : undefined;
  if (config === undefined || config.siteId !== kit.siteId) throw new StartError("phishing");
  return config;
}

export type ConfiguredHosts = {
  readonly api?: readonly string[] | undefined;
  readonly simulated?: readonly string[] | undefined;
};

export async function configuredHosts(config: AppConfig, keyHex: string): Promise<ConfiguredHosts> {
  const [api, simulated] = await Promise.all([
    decodedHosts(config.compileHosts.api, keyHex),
    decodedHosts(config.compileHosts.simulated, keyHex),
  ]);
  return { ...(api === undefined ? {} : { api }), ...(simulated === undefined ? {} : { simulated }) };
}

/** Page hosts that the config stands for: the official website's, and those beside which its API hosts stand. */
function pageHostsOf(config: AppConfig, hosts: ConfiguredHosts): readonly string[] {
  const website = hostOf(config.website);
  const besides = (hosts.api ?? []).flatMap((origin) => {
    const host = hostOf(origin)?.replace(/^a\./, "");
    return host === undefined ? [] : [host, `www.${host}`];
  });
  const bare = website?.replace(/^www\./, "");
  return [...(website === undefined ? [] : [website, bare!]), ...besides];
}

/** A page on a host that is neither local nor configured is a copy. */
export function checkHost(hostname: string, config: AppConfig, hosts: ConfiguredHosts): void {
  if (!isAllowedHost(hostname, pageHostsOf(config, hosts))) throw new StartError("phishing");
}
