import type { MessageDescriptor } from "@lingui/core";
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from "@tanstack/react-router";
import { readOrdersSearch } from "../features/order-filters/orders-search.ts";
import { readPnlRange } from "../features/pnl/pnl-range.ts";
import { site } from "../lib/client/page-hosts.ts";
import { NotFound } from "../shell/pages/not-found.tsx";
import { RouteError } from "../shell/pages/route-error.tsx";
import { readAccountSearch } from "./contract/account-search.ts";
import { m } from "./page-title-messages.ts";
import { readCoinSearch } from "./personal/coin-search.ts";
import { readProfileSearch } from "./personal/profile-search.ts";
import { type PagePath, builtPaths, comingPaths, type Frame, pathMatching } from "./paths.ts";
import { returnPathOf } from "./sign-in/return-path.ts";
import { FrontFrame, PageFrame, RootFrame, TerminalFrame } from "./frames.tsx";
import { loadOtherExchange, guardRoute } from "./route-guards.ts";
import { setTabTitles } from "./tab-titles.ts";

const root = createRootRoute({
  component: RootFrame,
  beforeLoad: loadOtherExchange,
  notFoundComponent: () => (
    <PageFrame>
      <NotFound />
    </PageFrame>
  ),
  errorComponent: RouteError,
  staticData: { title: m.notFound },
});

const front = createRoute({ getParentRoute: () => root, id: "front", component: FrontFrame });
const page = createRoute({ getParentRoute: () => root, id: "page", component: () => <PageFrame /> });
const terminal = createRoute({ getParentRoute: () => root, id: "terminal", component: TerminalFrame });
const bare = createRoute({ getParentRoute: () => root, id: "bare", component: Outlet });
const frames = { page, terminal, bare } as const satisfies Record<Frame, unknown>;

const of = ({ title, guard }: PagePath) => ({ beforeLoad: guardRoute(guard), staticData: { title } });

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

const terms = createRoute({
  getParentRoute: () => page,
  path: builtPaths.terms.path,
  ...of(builtPaths.terms),
  component: lazyRouteComponent(() => import("./terms/terms-route.tsx"), "TermsRoute"),
});

const security = createRoute({
  getParentRoute: () => page,
  path: builtPaths.security.path,
  ...of(builtPaths.security),
  component: lazyRouteComponent(() => import("./personal/security-route.tsx"), "SecurityRoute"),
});

const profile = createRoute({
  getParentRoute: () => page,
  path: builtPaths.profile.path,
  ...of(builtPaths.profile),
  validateSearch: readProfileSearch,
  component: lazyRouteComponent(() => import("./personal/profile-route.tsx"), "ProfileRoute"),
});

const message = createRoute({
  getParentRoute: () => page,
  path: builtPaths.message.path,
  ...of(builtPaths.message),
  component: lazyRouteComponent(() => import("./personal/message-route.tsx"), "MessageRoute"),
});

const notifications = createRoute({
  getParentRoute: () => page,
  path: builtPaths.notifications.path,
  ...of(builtPaths.notifications),
  component: lazyRouteComponent(() => import("./personal/notifications-route.tsx"), "NotificationsRoute"),
});

const alerts = createRoute({
  getParentRoute: () => page,
  path: builtPaths.alerts.path,
  ...of(builtPaths.alerts),
  component: lazyRouteComponent(() => import("./personal/alerts-route.tsx"), "AlertsRoute"),
});

const myApi = createRoute({
  getParentRoute: () => page,
  path: builtPaths.myApi.path,
  ...of(builtPaths.myApi),
  component: lazyRouteComponent(() => import("./personal/api-route.tsx"), "ApiRoute"),
});

const assets = createRoute({
  getParentRoute: () => page,
  path: builtPaths.assets.path,
  ...of(builtPaths.assets),
  component: lazyRouteComponent(() => import("./personal/assets-route.tsx"), "AssetsRoute"),
});

const assetAccount = createRoute({
  getParentRoute: () => page,
  path: builtPaths.assetAccount.path,
  ...of(builtPaths.assetAccount),
  component: lazyRouteComponent(() => import("./personal/assets-route.tsx"), "AssetsRoute"),
});

const deposit = createRoute({
  getParentRoute: () => page,
  path: builtPaths.deposit.path,
  ...of(builtPaths.deposit),
  validateSearch: readCoinSearch,
  component: lazyRouteComponent(() => import("./personal/deposit-route.tsx"), "DepositRoute"),
});

const withdrawal = createRoute({
  getParentRoute: () => page,
  path: builtPaths.withdrawal.path,
  ...of(builtPaths.withdrawal),
  validateSearch: readCoinSearch,
  component: lazyRouteComponent(() => import("./personal/withdrawal-route.tsx"), "WithdrawalRoute"),
});

const orders = createRoute({
  getParentRoute: () => page,
  path: builtPaths.orders.path,
  ...of(builtPaths.orders),
  validateSearch: readOrdersSearch,
  component: lazyRouteComponent(() => import("./personal/orders-route.tsx"), "OrdersRoute"),
});

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
      assets,
      assetAccount,
      deposit,
      withdrawal,
      orders,
      contractAccount,
      contractPnl,
      simulatedFund,
      simulatedMarkPrice,
      simulatedAccount,
      download,
      proof,
      terms,
      security,
      profile,
      message,
      notifications,
      alerts,
      myApi,
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
