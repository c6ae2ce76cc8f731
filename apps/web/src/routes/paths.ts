import type { MessageDescriptor } from "@lingui/core";
import { m } from "./page-title-messages.ts";

/** Who may open the page: anyone, signed-in users (others are sent to sign-in and come back), or signed-out users only. */
export type RouteGuard = "anyone" | "signedIn" | "signedOut";
/** The frame around the page: bar and footer, the low bar of the terminal, or nothing. */
export type Frame = "page" | "terminal" | "bare";
export type PagePath<Path extends string = string> = {
  readonly path: Path;
  readonly title: MessageDescriptor;
  readonly guard: RouteGuard;
  readonly frame: Frame;
};

function page<P extends string>(path: P, title: MessageDescriptor, guard: RouteGuard = "anyone"): PagePath<P> {
  return { path, title, guard, frame: "page" };
}
function signedInPage<P extends string>(path: P, title: MessageDescriptor): PagePath<P> {
  return page(path, title, "signedIn");
}
function terminal<P extends string>(path: P, title: MessageDescriptor): PagePath<P> {
  return { ...page(path, title), frame: "terminal" };
}
function signInPage<P extends string>(path: P, title: MessageDescriptor): PagePath<P> {
  return { ...page(path, title, "signedOut"), frame: "bare" };
}
function alone<P extends string>(path: P, title: MessageDescriptor): PagePath<P> {
  return { ...page(path, title), frame: "bare" };
}

/**
 * The paths whose pages are built, in router.tsx. All other paths are in `comingPaths`: they have a title, a guard and a frame, and show
 * that the page is coming.
 */
export const builtPaths = {
  home: page("/", m.home),
  markets: page("/markets", m.markets),
  fund: page("/contract/content/fund", m.insuranceFund),
  markPrice: page("/contract/content/markPrice", m.markPrice),
  rules: page("/contract/content/rules", m.rules),
  fees: page("/fees", m.fees),
  spot: terminal("/spot/$pair", m.spot),
  margin: terminal("/margin/$pair", m.margin),
  usdtContract: terminal("/contract/usdt/$symbol", m.derivatives),
  coinContract: terminal("/contract/coin/$symbol", m.cryptoContract),
  simulated: terminal("/contract/simul", m.simulated),
  simulatedUsdt: terminal("/contract/simul/usdt/$symbol", m.simulated),
  simulatedCoin: terminal("/contract/simul/coin/$symbol", m.simulated),
  simulatedAccount: signedInPage("/contract/account/simul", m.simulated),
  simulatedFund: page("/contract/content/fund/simul", m.insuranceFund),
  simulatedMarkPrice: page("/contract/content/markPrice/simul", m.markPrice),
  logIn: signInPage("/auth/login", m.logIn),
  register: signInPage("/auth/register/$kind", m.register),
  forgot: signInPage("/auth/forgot", m.forgotPassword),
  reset: signInPage("/auth/reset", m.resetPassword),
  verify: signInPage("/auth/verify", m.verification),
  associate: signInPage("/auth/associate", m.associate),
  oauth: signInPage("/auth/third/$provider", m.logIn),
  setPassword: { ...signedInPage("/auth/set-password", m.setPassword), frame: "bare" as const },
  qr: { ...signedInPage("/auth/qr/$code", m.qrLogIn), frame: "bare" as const },
  contractAccount: signedInPage("/contract/account", m.contractAccount),
  contractPnl: signedInPage("/contract/account/pnl", m.pnlAnalysis),
  assets: signedInPage("/personal/assets", m.assets),
  assetAccount: signedInPage("/personal/assets/$account", m.assets),
  deposit: signedInPage("/personal/deposit", m.deposit),
  withdrawal: signedInPage("/personal/withdrawal", m.withdrawal),
  orders: signedInPage("/personal/orders/$kind", m.orders),
  security: signedInPage("/personal/security", m.securityCenter),
  profile: signedInPage("/personal/settings/profile", m.profile),
  myApi: signedInPage("/personal/settings/my-api", m.apiManagement),
  message: signedInPage("/personal/message/$type", m.messages),
  notifications: signedInPage("/personal/settings/notifications", m.notifications),
  alerts: signedInPage("/personal/alerts", m.alerts),
  earn: signedInPage("/personal/earn/flexible", m.earn),
  invite: signedInPage("/personal/invite", m.invite),
  coupon: signedInPage("/personal/coupon", m.couponCenter),
  staking: page("/staking", m.staking),
  support: signedInPage("/personal/support", m.support),
  ticket: signedInPage("/personal/support/$number", m.support),
  proof: page("/proof", m.proof),
  terms: page("/announcements/terms", m.terms),
  announcements: page("/announcements", m.announcements),
  announcement: page("/announcements/$slug", m.announcement),
  help: page("/help", m.help),
  helpArticle: page("/help/$slug", m.help),
  status: page("/status", m.status),
  download: page("/download", m.download),
  denied: alone("/denied_current_pc", m.denied),
  maintenance: alone("/maintenance", m.maintenance),
};

export const comingPaths: readonly PagePath[] = [
  page("/p2p", m.p2p),
  page("/nft", m.nft),
  page("/copy-trading", m.copyTrading),
];

/**
 * Letters are matched exactly, as `isSimulatedPath` does: a route that also took `/contract/Simul/…` would show a simulated address on a
 * page of the real exchange.
 */
export const pathMatching = { caseSensitive: true } as const;

/** Paths of the entry /m/, after the hash, whose pages are built, in mobile-router.tsx. */
export const builtMobilePaths = {
  fees: page("/fees", m.fees),
  vip: page("/vip", m.vip),
  invite: page("/mobile/invite", m.invite),
  coupon: signedInPage("/mobile/coupon", m.couponCenter),
};
