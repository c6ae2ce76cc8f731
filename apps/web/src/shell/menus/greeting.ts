import type { MessageDescriptor } from "@lingui/core";
import { m } from "./user-head-messages.ts";

const morningFromHour = 5;
const afternoonFromHour = 12;
const eveningFromHour = 18;

/** The greeting for this hour of the user's day. */
export function greetingAt(hour: number): MessageDescriptor {
  if (hour >= morningFromHour && hour < afternoonFromHour) return m.goodMorning;
  return hour >= afternoonFromHour && hour < eveningFromHour ? m.goodAfternoon : m.goodEvening;
}
