import { createRootRoute, createRoute, Outlet } from "@tanstack/react-router";
import { NotFound } from "../shell/pages/not-found.tsx";
import { RouteError } from "../shell/pages/route-error.tsx";
import { m } from "./page-title-messages.ts";
import type { Frame, PagePath } from "./paths.ts";
import { FrontFrame, PageFrame, RootFrame, TerminalFrame } from "./frames.tsx";
import { guardRoute, loadOtherExchange } from "./route-guards.ts";

export const root = createRootRoute({
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

export const front = createRoute({ getParentRoute: () => root, id: "front", component: FrontFrame });
export const page = createRoute({ getParentRoute: () => root, id: "page", component: () => <PageFrame /> });
export const terminal = createRoute({ getParentRoute: () => root, id: "terminal", component: TerminalFrame });
export const bare = createRoute({ getParentRoute: () => root, id: "bare", component: Outlet });
export const frames = { page, terminal, bare } as const satisfies Record<Frame, unknown>;

export const of = ({ title, guard }: PagePath) => ({ beforeLoad: guardRoute(guard), staticData: { title } });
