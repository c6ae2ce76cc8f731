import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readOrdersSearch } from "../../features/order-filters/orders-search.ts";
import { builtPaths } from "../paths.ts";
import { of, page } from "../route-frames.tsx";
import { readCoinSearch } from "./coin-search.ts";
import { readEarnSearch } from "./earn-search.ts";
import { readProfileSearch } from "./profile-search.ts";

export const earn = createRoute({
  getParentRoute: () => page,
  path: builtPaths.earn.path,
  ...of(builtPaths.earn),
  validateSearch: readEarnSearch,
  component: lazyRouteComponent(() => import("./earn-route.tsx"), "EarnRoute"),
});

export const invite = createRoute({
  getParentRoute: () => page,
  path: builtPaths.invite.path,
  ...of(builtPaths.invite),
  component: lazyRouteComponent(() => import("./invite-route.tsx"), "InviteRoute"),
});

export const coupon = createRoute({
  getParentRoute: () => page,
  path: builtPaths.coupon.path,
  ...of(builtPaths.coupon),
  component: lazyRouteComponent(() => import("./coupon-route.tsx"), "CouponRoute"),
});

export const security = createRoute({
  getParentRoute: () => page,
  path: builtPaths.security.path,
  ...of(builtPaths.security),
  component: lazyRouteComponent(() => import("./security-route.tsx"), "SecurityRoute"),
});

export const profile = createRoute({
  getParentRoute: () => page,
  path: builtPaths.profile.path,
  ...of(builtPaths.profile),
  validateSearch: readProfileSearch,
  component: lazyRouteComponent(() => import("./profile-route.tsx"), "ProfileRoute"),
});

export const message = createRoute({
  getParentRoute: () => page,
  path: builtPaths.message.path,
  ...of(builtPaths.message),
  component: lazyRouteComponent(() => import("./message-route.tsx"), "MessageRoute"),
});

export const notifications = createRoute({
  getParentRoute: () => page,
  path: builtPaths.notifications.path,
  ...of(builtPaths.notifications),
  component: lazyRouteComponent(() => import("./notifications-route.tsx"), "NotificationsRoute"),
});

export const alerts = createRoute({
  getParentRoute: () => page,
  path: builtPaths.alerts.path,
  ...of(builtPaths.alerts),
  component: lazyRouteComponent(() => import("./alerts-route.tsx"), "AlertsRoute"),
});

export const myApi = createRoute({
  getParentRoute: () => page,
  path: builtPaths.myApi.path,
  ...of(builtPaths.myApi),
  component: lazyRouteComponent(() => import("./api-route.tsx"), "ApiRoute"),
});

export const assets = createRoute({
  getParentRoute: () => page,
  path: builtPaths.assets.path,
  ...of(builtPaths.assets),
  component: lazyRouteComponent(() => import("./assets-route.tsx"), "AssetsRoute"),
});

export const assetAccount = createRoute({
  getParentRoute: () => page,
  path: builtPaths.assetAccount.path,
  ...of(builtPaths.assetAccount),
  component: lazyRouteComponent(() => import("./assets-route.tsx"), "AssetsRoute"),
});

export const deposit = createRoute({
  getParentRoute: () => page,
  path: builtPaths.deposit.path,
  ...of(builtPaths.deposit),
  validateSearch: readCoinSearch,
  component: lazyRouteComponent(() => import("./deposit-route.tsx"), "DepositRoute"),
});

export const withdrawal = createRoute({
  getParentRoute: () => page,
  path: builtPaths.withdrawal.path,
  ...of(builtPaths.withdrawal),
  validateSearch: readCoinSearch,
  component: lazyRouteComponent(() => import("./withdrawal-route.tsx"), "WithdrawalRoute"),
});

export const orders = createRoute({
  getParentRoute: () => page,
  path: builtPaths.orders.path,
  ...of(builtPaths.orders),
  validateSearch: readOrdersSearch,
  component: lazyRouteComponent(() => import("./orders-route.tsx"), "OrdersRoute"),
});
