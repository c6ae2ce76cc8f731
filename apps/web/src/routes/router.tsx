import type { MessageDescriptor } from "@lingui/core";
import { createRoute, createRouter, lazyRouteComponent, redirect, type RouteComponent } from "@tanstack/react-router";
import { readPnlRange } from "../features/pnl/pnl-range.ts";
import { site } from "../lib/client/page-hosts.ts";
import { readAccountSearch } from "./contract/account-search.ts";
import { type PagePath, builtPaths, comingPaths, type Frame, pathMatching } from "./paths.ts";
import * as personal from "./personal/personal-routes.ts";
import { bare, frames, front, of, page, root, terminal } from "./route-frames.tsx";
import { returnPathOf } from "./sign-in/return-path.ts";
import { setTabTitles } from "./tab-titles.ts";

const home = createRoute({
  getParentRoute: () => front,
  path: builtPaths.home.path,
  ...of(builtPaths.home),
  component: lazyRouteComponent(async () => {
    const { HomeRoute, waitForHomeFont } = await import("./home/home-route.tsx");
    await waitForHomeFont();
    return { HomeRoute };
  }, "HomeRoute"),
});

const markets = createRoute({
  getParentRoute: () => page,
  path: builtPaths.markets.path,
  ...of(builtPaths.markets),
  component: lazyRouteComponent(() => import("./markets/markets-route.tsx"), "MarketsRoute"),
});

const fund = createRoute({
  getParentRoute: () => page,
  path: builtPaths.fund.path,
  ...of(builtPaths.fund),
  component: lazyRouteComponent(() => import("./markets/fund-route.tsx"), "FundRoute"),
});

/** The contract that a page is about; `useContractChoice` reads it. */
const withSymbol = ({ symbol }: Record<string, unknown>): { symbol?: string } =>
  typeof symbol === "string" ? { symbol } : {};

const markPrice = createRoute({
  getParentRoute: () => page,
  path: builtPaths.markPrice.path,
  ...of(builtPaths.markPrice),
  validateSearch: withSymbol,
  component: lazyRouteComponent(() => import("./markets/mark-price-route.tsx"), "MarkPriceRoute"),
});

const rules = createRoute({
  getParentRoute: () => page,
  path: builtPaths.rules.path,
  ...of(builtPaths.rules),
  validateSearch: withSymbol,
  component: lazyRouteComponent(() => import("./markets/rules-route.tsx"), "RulesRoute"),
});

const fees = createRoute({
  getParentRoute: () => page,
  path: builtPaths.fees.path,
  ...of(builtPaths.fees),
  component: lazyRouteComponent(() => import("./markets/fees-route.tsx"), "FeesRoute"),
});

const download = createRoute({
  getParentRoute: () => page,
  path: builtPaths.download.path,
  ...of(builtPaths.download),
  component: lazyRouteComponent(() => import("./download-route.tsx"), "DownloadRoute"),
});

const proof = createRoute({
  getParentRoute: () => page,
  path: builtPaths.proof.path,
  ...of(builtPaths.proof),
  component: lazyRouteComponent(() => import("./proof-route.tsx"), "ProofRoute"),
});

/** Staking is Earn with a fixed term. */
const staking = createRoute({
  getParentRoute: () => page,
  path: builtPaths.staking.path,
  staticData: { title: builtPaths.staking.title },
  beforeLoad: () => {
    throw redirect({ to: builtPaths.earn.path, search: { kind: "term" }, replace: true });
  },
});

const terms = createRoute({
  getParentRoute: () => page,
  path: builtPaths.terms.path,
  ...of(builtPaths.terms),
  component: lazyRouteComponent(() => import("./terms/terms-route.tsx"), "TermsRoute"),
});

/** A page without more than its path and its component. */
const plainPage = <N extends keyof typeof builtPaths>(name: N, component: RouteComponent) =>
  createRoute({
    getParentRoute: () => page,
    path: builtPaths[name].path as (typeof builtPaths)[N]["path"],
    ...of(builtPaths[name]),
    component,
  });

const articleLists = () => import("./articles/articles-route.tsx");
const oneArticle = () => import("./articles/article-route.tsx");
const announcements = plainPage("announcements", lazyRouteComponent(articleLists, "AnnouncementsRoute"));
const announcement = plainPage("announcement", lazyRouteComponent(oneArticle, "AnnouncementRoute"));
const help = plainPage("help", lazyRouteComponent(articleLists, "HelpRoute"));
const helpArticle = plainPage("helpArticle", lazyRouteComponent(oneArticle, "HelpArticleRoute"));
const status = plainPage(
  "status",
  lazyRouteComponent(() => import("./status-route.tsx"), "StatusRoute"),
);
const support = plainPage(
  "support",
  lazyRouteComponent(() => import("./personal/support-route.tsx"), "SupportRoute"),
);
const ticket = plainPage(
  "ticket",
  lazyRouteComponent(() => import("./personal/ticket-route.tsx"), "TicketRoute"),
);

const contractAccount = createRoute({
  getParentRoute: () => page,
  path: builtPaths.contractAccount.path,
  ...of(builtPaths.contractAccount),
  validateSearch: readAccountSearch,
  component: lazyRouteComponent(() => import("./contract/contract-account-route.tsx"), "ContractAccountRoute"),
});

const contractPnl = createRoute({
  getParentRoute: () => page,
  path: builtPaths.contractPnl.path,
  ...of(builtPaths.contractPnl),
  validateSearch: (search: Record<string, unknown>) => ({
    ...readAccountSearch(search),
    range: readPnlRange(search.range),
  }),
  component: lazyRouteComponent(() => import("./contract/contract-pnl-route.tsx"), "ContractPnlRoute"),
});

const denied = createRoute({
  getParentRoute: () => bare,
  path: builtPaths.denied.path,
  ...of(builtPaths.denied),
  component: lazyRouteComponent(() => import("../shell/pages/denied.tsx"), "Denied"),
});

const maintenance = createRoute({
  getParentRoute: () => bare,
  path: builtPaths.maintenance.path,
  ...of(builtPaths.maintenance),
  component: lazyRouteComponent(() => import("../shell/pages/maintenance.tsx"), "Maintenance"),
});

const spot = createRoute({
  getParentRoute: () => terminal,
  path: builtPaths.spot.path,
  ...of(builtPaths.spot),
  component: lazyRouteComponent(() => import("./spot/spot-route.tsx"), "SpotRoute"),
});

const margin = createRoute({
  getParentRoute: () => terminal,
  path: builtPaths.margin.path,
  ...of(builtPaths.margin),
  component: lazyRouteComponent(() => import("./margin/margin-route.tsx"), "MarginRoute"),
});

const usdtContract = createRoute({
  getParentRoute: () => terminal,
  path: builtPaths.usdtContract.path,
  ...of(builtPaths.usdtContract),
  component: lazyRouteComponent(() => import("./contract/contract-route.tsx"), "UsdtContractRoute"),
});

const coinContract = createRoute({
  getParentRoute: () => terminal,
  path: builtPaths.coinContract.path,
  ...of(builtPaths.coinContract),
  component: lazyRouteComponent(() => import("./contract/contract-route.tsx"), "CoinContractRoute"),
});

const simulatedUsdt = createRoute({
  getParentRoute: () => terminal,
  path: builtPaths.simulatedUsdt.path,
  ...of(builtPaths.simulatedUsdt),
  component: lazyRouteComponent(() => import("./contract/contract-route.tsx"), "UsdtContractRoute"),
});

const simulatedCoin = createRoute({
  getParentRoute: () => terminal,
  path: builtPaths.simulatedCoin.path,
  ...of(builtPaths.simulatedCoin),
  component: lazyRouteComponent(() => import("./contract/contract-route.tsx"), "CoinContractRoute"),
});

const simulatedFund = createRoute({
  getParentRoute: () => page,
  path: builtPaths.simulatedFund.path,
  ...of(builtPaths.simulatedFund),
  component: lazyRouteComponent(() => import("./markets/fund-route.tsx"), "FundRoute"),
});

const simulatedMarkPrice = createRoute({
  getParentRoute: () => page,
  path: builtPaths.simulatedMarkPrice.path,
  ...of(builtPaths.simulatedMarkPrice),
  validateSearch: withSymbol,
  component: lazyRouteComponent(() => import("./markets/mark-price-route.tsx"), "MarkPriceRoute"),
});

const simulatedAccount = createRoute({
  getParentRoute: () => page,
  path: builtPaths.simulatedAccount.path,
  ...of(builtPaths.simulatedAccount),
  validateSearch: readAccountSearch,
  component: lazyRouteComponent(() => import("./contract/contract-account-route.tsx"), "ContractAccountRoute"),
});

const simulatedStart = createRoute({
  getParentRoute: () => terminal,
  path: builtPaths.simulated.path,
  ...of(builtPaths.simulated),
  component: lazyRouteComponent(() => import("./contract/contract-route.tsx"), "SimulatedStartRoute"),
});

/** Keeps a return path only if it is a path of this site; other search parameters stay. */
const withReturnPath = (search: Record<string, unknown>): { backurl?: string } => {
  const { backurl: given, ...rest } = search;
  const backurl = returnPathOf(given);
  return backurl === undefined ? rest : { ...rest, backurl };
};

const login = createRoute({
  getParentRoute: () => bare,
  path: builtPaths.logIn.path,
  ...of(builtPaths.logIn),
  validateSearch: withReturnPath,
  component: lazyRouteComponent(() => import("./sign-in/sign-in-route.tsx"), "SignInRoute"),
});

const register = createRoute({
  getParentRoute: () => bare,
  path: builtPaths.register.path,
  ...of(builtPaths.register),
  validateSearch: withReturnPath,
  component: lazyRouteComponent(() => import("./sign-in/register-route.tsx"), "RegisterRoute"),
});

type Steps = typeof import("./sign-in/step-routes.tsx");
const step = <P extends string>(address: PagePath<P>, name: keyof Steps) =>
  createRoute({
    getParentRoute: () => bare,
    path: address.path,
    ...of(address),
    validateSearch: withReturnPath,
    component: lazyRouteComponent(() => import("./sign-in/step-routes.tsx"), name),
  });
const signInSteps = [
  step(builtPaths.verify, "VerifyRoute"),
  step(builtPaths.forgot, "ForgotRoute"),
  step(builtPaths.reset, "ResetRoute"),
  step(builtPaths.setPassword, "SetPasswordRoute"),
  step(builtPaths.associate, "AssociateRoute"),
  step(builtPaths.oauth, "OAuthRoute"),
  step(builtPaths.qr, "QrRoute"),
] as const;

const coming = (frame: Frame) =>
  comingPaths
    .filter((address) => address.frame === frame)
    .map((address) =>
      createRoute({
        getParentRoute: () => frames[frame] as typeof page,
        path: address.path,
        ...of(address),
        component: lazyRouteComponent(() => import("./coming-route.tsx"), "ComingRoute"),
      }),
    ) as unknown as [];

export const router = createRouter({
  basepath: site.prefix === "" ? "/" : site.prefix,
  routeTree: root.addChildren([
    front.addChildren([home]),
    page.addChildren([
      markets,
      fund,
      markPrice,
      rules,
      fees,
      personal.assets,
      personal.assetAccount,
      personal.deposit,
      personal.withdrawal,
      personal.orders,
      contractAccount,
      contractPnl,
      simulatedFund,
      simulatedMarkPrice,
      simulatedAccount,
      download,
      proof,
      personal.earn,
      personal.invite,
      personal.coupon,
      staking,
      terms,
      personal.security,
      personal.profile,
      personal.message,
      personal.notifications,
      personal.alerts,
      support,
      ticket,
      announcements,
      announcement,
      help,
      helpArticle,
      status,
      personal.myApi,
      ...coming("page"),
    ]),
    terminal.addChildren([
      spot,
      margin,
      usdtContract,
      coinContract,
      simulatedStart,
      simulatedUsdt,
      simulatedCoin,
      ...coming("terminal"),
    ]),
    bare.addChildren([login, register, denied, maintenance, ...signInSteps, ...coming("bare")]),
  ]),
  ...pathMatching,
  defaultPreload: "intent",
});

setTabTitles(router);

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    title?: MessageDescriptor;
  }
}
