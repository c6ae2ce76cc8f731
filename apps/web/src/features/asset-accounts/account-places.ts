import { productIds } from "@tidemark/contracts";
import { accountNames } from "../../lib/accounts/account-messages.ts";
import { m } from "./asset-accounts-messages.ts";

/** The five accounts in the order of their pages; `place` is the last part of the address. */
export const accountPlaces = [
  { place: "wallet", product: productIds.wallet, title: accountNames[1], hint: m.walletHint },
  { place: "spot", product: productIds.spot, title: accountNames[2], hint: m.spotHint },
  { place: "derivatives", product: productIds.futures_usdt, title: accountNames[4], hint: m.derivativesHint },
  { place: "coin", product: productIds.futures_btc, title: accountNames[3], hint: m.coinHint },
  { place: "margin", product: productIds.margin, title: accountNames[5], hint: m.marginHint },
] as const;

export type AccountPlace = (typeof accountPlaces)[number];
export const placeOf = (text: string | undefined): AccountPlace | undefined =>
  accountPlaces.find(({ place }) => place === text);
/** Accounts whose worth moves with open positions. */
export const isContractPlace = ({ place }: AccountPlace): boolean => place === "derivatives" || place === "coin";
