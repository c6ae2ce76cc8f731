import { type AppConfig, bizId, readAppConfig, type SiteId } from "@tidemark/contracts";
import type { Outcome } from "@tidemark/kit-client";
import { decodedHosts, hostOf, isAllowedHost } from "../lib/client/hosts.ts";
import { StartError } from "./lifecycle.ts";

type ConfigFile = { readonly version: number };
export type ConfigDeps = {
  fetch(name: string, version: string | undefined): Promise<Outcome<ConfigFile>>;
  sleep(ms: number): Promise<void>;
  readonly kept: AppConfig | null;
  readonly appId: string;
  readonly siteId: SiteId;
  /** The page's host, and whether this build allows it without a config. */
  readonly hostname: string;
  readonly isKnownHost: boolean;
};

const configTriesMax = 3;
const configBackOffMs = 300;

const temporary: ReadonlySet<string | undefined> = new Set(["BUSY", "INTERNAL", "TOO_MANY_REQUESTS"]);

/** No answer, or a temporary refusal: a retry may succeed. */
const isAway = (outcome: Outcome<unknown>): boolean =>
  !outcome.ok && (outcome.code === 0 || temporary.has(outcome.refusal));

async function bothFiles(deps: ConfigDeps): Promise<readonly [Outcome<ConfigFile>, Outcome<ConfigFile>]> {
  const version = deps.kept === null ? undefined : String(deps.kept.version);
  for (let tries = 1; ; tries += 1) {
    const files = await Promise.all([deps.fetch(bizId, version), deps.fetch(deps.appId, version)]);
    if (!files.some(isAway) || tries === configTriesMax) return files;
    await deps.sleep(configBackOffMs * 2 ** (tries - 1));
  }
}

/**
 * Merges the two files into one config. Files that arrive but do not form a whole config of this site are a phishing alert. If no file
 * arrives, the last visit's config is used; without one, an allowed host is unreachable and any other host is a copy.
 */
export async function loadConfig(deps: ConfigDeps): Promise<AppConfig> {
  const [biz, app] = await bothFiles(deps);
  if (isAway(biz) || isAway(app)) {
    if (deps.kept !== null) return deps.kept;
    throw new StartError(deps.isKnownHost ? "unreachable" : "phishing");
  }
  const config = biz.ok && app.ok ? readAppConfig(biz.value, app.value) : undefined;
  if (config === undefined || config.siteId !== deps.siteId) throw new StartError("phishing");
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

/** Page hosts that the config allows: the official website's, and the hosts beside its API hosts. */
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
