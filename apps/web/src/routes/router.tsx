import type { MessageDescriptor } from "@lingui/core";
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from "@tanstack/react-router";
import { site } from "../lib/place.ts";
import { NotFound } from "../shell/not-found.tsx";
import { PageError } from "../shell/page-error.tsx";
import { m } from "./address-messages.ts";
import { type Address, builtAddresses, comingAddresses, type Frame } from "./addresses.ts";
import { backPathOf } from "./back-path.ts";
import { FrontFrame, PageFrame, RootFrame, TerminalFrame } from "./frames.tsx";
import { guarded } from "./guards.ts";
import { nameTabs } from "./tab-names.ts";

const root = createRootRoute({
  component: RootFrame,
  notFoundComponent: () => (
    <PageFrame>
      <NotFound />
    </PageFrame>
  ),
  errorComponent: PageError,
  staticData: { title: m.notFound },
});

const front = createRoute({ getParentRoute: () => root, id: "front", component: FrontFrame });
const page = createRoute({ getParentRoute: () => root, id: "page", component: () => <PageFrame /> });
const terminal = createRoute({ getParentRoute: () => root, id: "terminal", component: TerminalFrame });
const bare = createRoute({ getParentRoute: () => root, id: "bare", component: Outlet });
const frames = { page, terminal, bare } as const satisfies Record<Frame, unknown>;

const of = ({ title, guard }: Address) => ({ beforeLoad: guarded(guard), staticData: { title } });

const home = createRoute({
  getParentRoute: () => front,
  path: builtAddresses.home.path,
  ...of(builtAddresses.home),
  component: lazyRouteComponent(async () => {
    const { HomeRoute, homeStands } = await import("./home/home-route.tsx");
    await homeStands();
    return { HomeRoute };
  }, "HomeRoute"),
});

const download = createRoute({
  getParentRoute: () => page,
  path: builtAddresses.download.path,
  ...of(builtAddresses.download),
  component: lazyRouteComponent(() => import("./download-route.tsx"), "DownloadRoute"),
});

const security = createRoute({
  getParentRoute: () => page,
  path: builtAddresses.security.path,
  ...of(builtAddresses.security),
  component: lazyRouteComponent(() => import("./personal/security-route.tsx"), "SecurityRoute"),
});

const myApi = createRoute({
  getParentRoute: () => page,
  path: builtAddresses.myApi.path,
  ...of(builtAddresses.myApi),
  component: lazyRouteComponent(() => import("./personal/api-route.tsx"), "ApiRoute"),
});

const denied = createRoute({
  getParentRoute: () => bare,
  path: builtAddresses.denied.path,
  ...of(builtAddresses.denied),
  component: lazyRouteComponent(() => import("../shell/denied.tsx"), "Denied"),
});

const maintenance = createRoute({
  getParentRoute: () => bare,
  path: builtAddresses.maintenance.path,
  ...of(builtAddresses.maintenance),
  component: lazyRouteComponent(() => import("../shell/maintenance.tsx"), "Maintenance"),
});

const spot = createRoute({
  getParentRoute: () => terminal,
  path: builtAddresses.spot.path,
  ...of(builtAddresses.spot),
  component: lazyRouteComponent(() => import("./spot/spot-route.tsx"), "SpotRoute"),
});

/** Only a path of this very site is kept as the way back; everything else in the address stays. */
const withWayBack = (search: Record<string, unknown>): { backurl?: string } => {
  const { backurl: given, ...rest } = search;
  const backurl = backPathOf(given);
  return backurl === undefined ? rest : { ...rest, backurl };
};

const login = createRoute({
  getParentRoute: () => bare,
  path: builtAddresses.logIn.path,
  ...of(builtAddresses.logIn),
  validateSearch: withWayBack,
  component: lazyRouteComponent(() => import("./auth/login-route.tsx"), "LoginRoute"),
});

const register = createRoute({
  getParentRoute: () => bare,
  path: builtAddresses.register.path,
  ...of(builtAddresses.register),
  validateSearch: withWayBack,
  component: lazyRouteComponent(() => import("./auth/register-route.tsx"), "RegisterRoute"),
});

type Steps = typeof import("./auth/step-routes.tsx");
const step = <P extends string>(address: Address<P>, name: keyof Steps) =>
  createRoute({
    getParentRoute: () => bare,
    path: address.path,
    ...of(address),
    validateSearch: withWayBack,
    component: lazyRouteComponent(() => import("./auth/step-routes.tsx"), name),
  });
const authSteps = [
  step(builtAddresses.verify, "VerifyRoute"),
  step(builtAddresses.forgot, "ForgotRoute"),
  step(builtAddresses.reset, "ResetRoute"),
  step(builtAddresses.setPassword, "SetPasswordRoute"),
  step(builtAddresses.associate, "AssociateRoute"),
  step(builtAddresses.third, "ThirdRoute"),
  step(builtAddresses.qr, "QrRoute"),
] as const;

const coming = (frame: Frame) =>
  comingAddresses
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
    page.addChildren([download, security, myApi, ...coming("page")]),
    terminal.addChildren([spot, ...coming("terminal")]),
    bare.addChildren([login, register, denied, maintenance, ...authSteps, ...coming("bare")]),
  ]),
  defaultPreload: "intent",
});

nameTabs(router);

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    title?: MessageDescriptor;
  }
}
