import { msg } from "@lingui/core/macro";
import type { Translate } from "./texts.ts";

const minutes = msg({ message: "{count} min" });
const hours = msg({ message: "{count} h" });
const days = msg({ message: "{count} days" });

/** How long something has waited. */
export function waitingTimeText(t: Translate, since: number): string {
  const minute = Math.max(0, Math.floor((Date.now() - since) / 60_000));
  if (minute < 60) return t(minutes, { count: minute });
  const hour = Math.floor(minute / 60);
  return hour < 48 ? t(hours, { count: hour }) : t(days, { count: Math.floor(hour / 24) });
}
