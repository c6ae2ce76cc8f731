import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** Accounts of users and of the company, by the number of their product. */
export const products: Readonly<Record<number, MessageDescriptor>> = {
  1: msg`Capital`,
  2: msg`Spot`,
  3: msg`Crypto Contract`,
  4: msg`Derivatives`,
  5: msg`Margin`,
};
