/** The groups of the bell and their pages. */
export const messageTypes = ["trader", "user", "system"] as const;
export type MessageType = (typeof messageTypes)[number];

/** What a user decides about together: one line of the notification settings. */
export const messageTopics = [
  "triggers",
  "margin",
  "liquidations",
  "alerts",
  "deposits",
  "withdrawals",
  "coupons",
  "security",
  "reviews",
  "support",
] as const;
export type MessageTopic = (typeof messageTopics)[number];

type KindOf = { readonly type: MessageType; readonly topic: MessageTopic; readonly facts: readonly string[] };
const kind = <const F extends readonly string[]>(type: MessageType, topic: MessageTopic, ...facts: F) => ({
  type,
  topic,
  facts,
});

/** Every kind of message with the values of its text. A kind is stored by name: it may be added, never renamed. */
export const messageKinds = {
  "trigger-filled": kind("trader", "triggers", "symbol", "qty", "price"),
  "trigger-fired": kind("trader", "triggers", "symbol"),
  "trigger-failed": kind("trader", "triggers", "symbol"),
  "margin-warned": kind("trader", "margin", "asset", "ratio"),
  "position-warned": kind("trader", "margin", "symbol", "ratio"),
  "pair-warned": kind("trader", "margin", "symbol", "level"),
  "liquidation-started": kind("trader", "liquidations", "symbol"),
  "position-liquidated": kind("trader", "liquidations", "symbol", "qty"),
  "pair-liquidated": kind("trader", "liquidations", "symbol"),
  deleveraged: kind("trader", "liquidations", "symbol", "qty"),
  "price-above": kind("trader", "alerts", "symbol", "level", "value"),
  "price-below": kind("trader", "alerts", "symbol", "level", "value"),
  "funding-above": kind("trader", "alerts", "symbol", "level", "value"),
  "funding-below": kind("trader", "alerts", "symbol", "level", "value"),
  "margin-above": kind("trader", "alerts", "symbol", "level", "value"),
  "deposit-credited": kind("user", "deposits", "amount", "asset"),
  "deposit-reversed": kind("user", "deposits", "amount", "asset"),
  "withdrawal-sent": kind("user", "withdrawals", "amount", "asset"),
  "withdrawal-returned": kind("user", "withdrawals", "amount", "asset"),
  "coupon-paid": kind("user", "coupons", "amount", "asset"),
  "bonus-granted": kind("user", "coupons", "amount", "asset"),
  "bonus-ends-day": kind("user", "coupons", "amount", "asset"),
  "bonus-ends-hour": kind("user", "coupons", "amount", "asset"),
  "nickname-accepted": kind("user", "reviews", "nickname"),
  "nickname-rejected": kind("user", "reviews", "nickname"),
  "identity-verified": kind("user", "reviews", "level"),
  "identity-rejected": kind("user", "reviews"),
  "ticket-answered": kind("user", "support", "number", "subject"),
  "new-device": kind("system", "security", "device", "ip"),
  "security-changed": kind("system", "security"),
} as const satisfies Readonly<Record<string, KindOf>>;
export type MessageKind = keyof typeof messageKinds;
export type MessageFacts<K extends MessageKind = MessageKind> = Readonly<
  Record<(typeof messageKinds)[K]["facts"][number], string>
>;

/** Where a message goes besides being stored. */
export const messageChannels = ["bell", "mail", "push"] as const;
export type MessageChannel = (typeof messageChannels)[number];

type Rule = { readonly isOn: boolean; readonly isLocked: boolean };
const on: Rule = { isOn: true, isLocked: false };
const off: Rule = { isOn: false, isLocked: false };
const locked: Rule = { isOn: true, isLocked: true };

/**
 * What arrives where until the user decides otherwise. What guards the account's money cannot be switched off. Pushes go only to browsers in
 * which the user has turned them on, so that most of them are on from there.
 */
export const messageRules: Readonly<Record<MessageTopic, Readonly<Record<MessageChannel, Rule>>>> = {
  triggers: { bell: on, mail: off, push: on },
  margin: { bell: locked, mail: on, push: on },
  liquidations: { bell: locked, mail: on, push: on },
  alerts: { bell: on, mail: off, push: on },
  deposits: { bell: on, mail: off, push: on },
  withdrawals: { bell: locked, mail: on, push: on },
  coupons: { bell: on, mail: off, push: off },
  // Mails about the account's security are sent by what causes them.
  security: { bell: locked, mail: locked, push: on },
  reviews: { bell: on, mail: on, push: on },
  support: { bell: on, mail: on, push: on },
};
