import type { AppConfig } from "@tidemark/contracts";
import { site } from "../client/page-hosts.ts";
import { stored } from "../storage/storage.ts";

const isKept = (value: unknown): value is AppConfig | null =>
  value === null || typeof (value as Partial<AppConfig>).version === "number";

/**
 * The config of the last visit: its version is sent with the next request, and it is used where the network fails. Each site has its own,
 * or one site would start with the languages and menus of another.
 */
export const keptConfig = stored<AppConfig | null>(`appConfig.${site.siteId}`, null, { isWhole: isKept });

let config: AppConfig | undefined;

export function setAppConfig(read: AppConfig): void {
  config = read;
  keptConfig.set(read);
}

/** Whether the config is loaded. Pages that report a failed start work without it. */
export const hasAppConfig = (): boolean => config !== undefined;

/** Set during start-up; never changes afterwards. */
export function appConfig(): AppConfig {
  if (config === undefined) throw new Error("app config: not loaded yet");
  return config;
}
