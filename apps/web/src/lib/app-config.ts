import type { AppConfig } from "@tidemark/contracts";
import { site } from "./place.ts";
import { stored } from "./storage.ts";

const isKept = (value: unknown): value is AppConfig | null =>
  value === null || typeof (value as Partial<AppConfig>).version === "number";

/**
 * The config of the last visit: its version goes with the next request, and it serves where the network does not. Each site keeps its
 * own, or one would start with the languages and menus of another.
 */
export const keptConfig = stored<AppConfig | null>(`appConfig.${site.siteId}`, null, { isWhole: isKept });

let config: AppConfig | undefined;

export function setAppConfig(read: AppConfig): void {
  config = read;
  keptConfig.set(read);
}

/** Whether start-up has come so far; the pages that say that it has not must do without. */
export const hasAppConfig = (): boolean => config !== undefined;

/** Stands from start-up on and never changes while the page lives. */
export function appConfig(): AppConfig {
  if (config === undefined) throw new Error("the app config is not there yet");
  return config;
}
