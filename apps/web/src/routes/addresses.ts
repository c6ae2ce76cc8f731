import type { MessageDescriptor } from "@lingui/core";
import { m } from "./address-messages.ts";

/** Who may see it: everybody, who is signed in (others are sent to sign in and come back), or who is not. */
export type Guard = "anyone" | "session" | "guest";
/** What stands around it: bar and footer, the low bar of the terminal, or nothing. */
export type Frame = "page" | "terminal" | "bare";
export type Address<Path extends string = string> = {
  readonly path: Path;
  readonly title: MessageDescriptor;
  readonly guard: Guard;
  readonly frame: Frame;
};

function page<P extends string>(path: P, title: MessageDescriptor, guard: Guard = "anyone"): Address<P> {
  return { path, title, guard, frame: "page" };
}
function own<P extends string>(path: P, title: MessageDescriptor): Address<P> {
  return page(path, title, "session");
}
function terminal<P extends string>(path: P, title: MessageDescriptor): Address<P> {
  return { ...page(path, title), frame: "terminal" };
}
function auth<P extends string>(path: P, title: MessageDescriptor): Address<P> {
  return { ...page(path, title, "guest"), frame: "bare" };
}
function alone<P extends string>(path: P, title: MessageDescriptor): Address<P> {
  return { ...page(path, title), frame: "bare" };
}

/**
 * Every address of the product that has a page by its own file, in router.tsx. The others are in `comingAddresses`: they have their
 * name, their guard and their place, and say that they are coming.
 */
export const builtAddresses = {
  home: page("/", m.home),
  spot: terminal("/spot/$pair", m.spot),
  logIn: auth("/auth/login", m.logIn),
  register: auth("/auth/register/$kind", m.register),
  forgot: auth("/auth/forgot", m.forgotPassword),
  reset: auth("/auth/reset", m.resetPassword),
  verify: auth("/auth/verify", m.verification),
  associate: auth("/auth/associate", m.associate),
  third: auth("/auth/third/$provider", m.logIn),
  setPassword: { ...own("/auth/set-password", m.setPassword), frame: "bare" as const },
  qr: { ...own("/auth/qr/$code", m.qrLogIn), frame: "bare" as const },
  security: own("/personal/security", m.securityCenter),
  myApi: own("/personal/settings/my-api", m.apiManagement),
  download: page("/download", m.download),
  denied: alone("/denied_current_pc", m.denied),
  maintenance: alone("/maintenance", m.maintenance),
};

export const comingAddresses: readonly Address[] = [
  page("/markets", m.markets),
  terminal("/margin/$pair", m.margin),
  terminal("/contract/usdt/$symbol", m.derivatives),
  terminal("/contract/coin/$symbol", m.cryptoContract),
  terminal("/contract/simul", m.simulated),
  terminal("/contract/simul/usdt/$symbol", m.simulated),
  terminal("/contract/simul/coin/$symbol", m.simulated),
  own("/contract/account", m.contractAccount),
  own("/contract/account/simul", m.simulated),
  page("/contract/content/fund", m.insuranceFund),
  page("/contract/content/fund/simul", m.insuranceFund),
  page("/contract/content/markPrice", m.markPrice),
  page("/contract/content/markPrice/simul", m.markPrice),
  own("/personal/assets", m.assets),
  own("/personal/assets/wallet", m.capitalAccount),
  own("/personal/assets/spot", m.spotAccount),
  own("/personal/assets/derivatives", m.derivativesAccount),
  own("/personal/assets/coin", m.cryptoContractAccount),
  own("/personal/assets/margin", m.marginAccount),
  own("/personal/coupon", m.couponCenter),
  own("/personal/orders/$kind", m.orders),
  own("/personal/deposit", m.deposit),
  own("/personal/withdrawal", m.withdrawal),
  own("/personal/settings/profile", m.idVerification),
  own("/personal/earn/flexible", m.earn),
  own("/personal/message/$type", m.messages),
  page("/proof", m.proof),
  page("/announcements/$slug", m.announcement),
  page("/p2p", m.p2p),
  page("/nft", m.nft),
  page("/copy-trading", m.copyTrading),
  page("/staking", m.staking),
];

/** The entry /m/ has addresses of its own, after the hash. */
export const mobileAddresses: readonly Address[] = [
  page("/mobile/invite", m.invite),
  own("/mobile/coupon", m.couponCenter),
  page("/fees", m.fees),
  page("/vip", m.vip),
];
