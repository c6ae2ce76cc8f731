import type { ComponentType, ReactNode } from "react";

/** Where a value of another part of the product comes from. It asks only while it is drawn, and gives `undefined` until it knows. */
export type Source<T> = ComponentType<{ children: (value: T | undefined) => ReactNode }>;

/** Amounts are finished text, in the asset that the reader has chosen to count in. */
export type AssetsTotal = {
  readonly amount: string;
  /** An estimate in the reader's currency, with its sign: $48,197.65. */
  readonly fiat?: string;
  readonly byProduct: Readonly<Partial<Record<number, string>>>;
};

export type BarMessage = {
  readonly id: string;
  readonly title: string;
  /** Empty where the message leads nowhere by itself. */
  readonly linkUrl: string;
  readonly createTime: number;
};
/** Messages by their type, newest first. */
export type MessageGroups = Readonly<Record<string, readonly BarMessage[]>>;

type TransferWish = {
  readonly asset: string;
  readonly fromProduct: number;
  readonly toProduct: number;
  /** The page is loaded again afterwards: its numbers are of the accounts that have changed. */
  readonly reloadsAfter: boolean;
};

/** What the shell shows or opens but does not know by itself. What is not given is not shown. */
export type ShellSlots = {
  readonly total?: Source<AssetsTotal>;
  /** What a pending deposit coupon gives back at most. */
  readonly couponAmount?: Source<string>;
  /** The rate of the Earn entry: 8.20%. */
  readonly apy?: Source<string>;
  readonly messages?: Source<MessageGroups>;
  readonly onTransfer?: (wish?: TransferWish) => void;
  readonly onEditNickname?: () => void;
};

type FromProps<T> = { source: Source<T> | undefined; children: (value: T | undefined) => ReactNode };

/** Draws with what the source gives, and with nothing where there is no source. */
export function From<T>({ source: Given, children }: FromProps<T>): ReactNode {
  return Given === undefined ? children(undefined) : <Given>{children}</Given>;
}
