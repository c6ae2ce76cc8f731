import {
  type MessageChannel,
  type MessageKind,
  messageKinds,
  messageRules,
  type MessageTopic,
} from "@tidemark/contracts";
import { dayMs } from "../module/utc-days.ts";
import type { Preference } from "./store.ts";

/** Where a message leads. */
const links: Readonly<Record<MessageTopic, string>> = {
  triggers: "/personal/orders/history",
  margin: "/contract/account",
  liquidations: "/contract/account",
  alerts: "/personal/alerts",
  deposits: "/personal/deposit",
  withdrawals: "/personal/withdrawal",
  coupons: "/personal/coupon",
  security: "/personal/security",
  reviews: "/personal/settings/profile",
  support: "/personal/support",
};
/** Kinds that lead elsewhere than the others of their topic. */
const ownLinks: Readonly<Partial<Record<MessageKind, string>>> = {
  "identity-verified": "/personal/settings/profile?part=verification",
  "identity-rejected": "/personal/settings/profile?part=verification",
};
export function linkOf(kind: MessageKind, facts: Readonly<Record<string, string>>): string {
  if (kind === "ticket-answered") return `/personal/support/${facts.number}`;
  return ownLinks[kind] ?? links[messageKinds[kind].topic];
}

/** What a user has decided, else the rule. A locked channel is always on, whatever was decided before it was locked. */
export function isOn(decided: readonly Preference[], topic: MessageTopic, channel: MessageChannel): boolean {
  const rule = messageRules[topic][channel];
  const own = decided.find((one) => one.topic === topic && one.channel === channel);
  return rule.isLocked || (own?.isOn ?? rule.isOn);
}

/** Older messages are deleted, and events that are older make none. */
export const keptMs = 90 * dayMs;
