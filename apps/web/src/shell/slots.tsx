import type { ComponentType, ReactNode } from "react";

/**
 * A component that supplies a value of another part of the product. It loads the value only while it is rendered, and passes `undefined`
 * until it is loaded.
 */
export type Source<T> = ComponentType<{ children: (value: T | undefined) => ReactNode }>;

/** Amounts are formatted text, in the valuation asset that the user has chosen. */
export type AssetsTotal = {
  readonly amount: string;
  /** An estimate in the user's currency, with its sign: $48,197.65. */
  readonly fiat?: string;
  readonly byProduct: Readonly<Partial<Record<number, string>>>;
};

export type BarMessage = {
  readonly id: number;
  readonly title: string;
  /** Empty if the message has no link. */
  readonly linkUrl: string;
  readonly createTime: number;
  readonly isUnread: boolean;
};
export type UnreadMessages = { readonly count: number; readonly markRead: () => void };
/** Messages by their type, newest first. */
export type MessageGroups = Readonly<Record<string, readonly BarMessage[]>>;

export type TransferPreset = {
  readonly asset: string;
  readonly fromProduct: number;
  readonly toProduct: number;
  /** The page is loaded again afterwards: its numbers are of the accounts that have changed. */
  readonly reloadsAfter: boolean;
};

/** Values and actions that routes supply to the shell. What is absent is not shown. */
export type ShellSlots = {
  readonly total?: Source<AssetsTotal>;
  /** The maximum refund of a pending deposit coupon. */
  readonly couponAmount?: Source<string>;
  /** The rate of the Earn entry: 8.20%. */
  readonly apy?: Source<string>;
  /** How many messages are unread, and what marks them all as read; followed on every page. */
  readonly unread?: Source<UnreadMessages>;
  readonly messages?: Source<MessageGroups>;
  readonly onTransfer?: (preset?: TransferPreset) => void;
  readonly onEditNickname?: () => void;
};

type FromProps<T> = { source: Source<T> | undefined; children: (value: T | undefined) => ReactNode };

/** Renders with the source's value, or with `undefined` if there is no source. */
export function From<T>({ source: Given, children }: FromProps<T>): ReactNode {
  return Given === undefined ? children(undefined) : <Given>{children}</Given>;
}
