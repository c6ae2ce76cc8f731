import { useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { m } from "../features/simulated/simulated-messages.ts";
import { SimulatedBar } from "../features/simulated/simulated-bar.tsx";
import { useSimulatedFunds } from "../features/simulated/use-refill.ts";
import { RefusedError } from "../lib/client/answer.ts";
import { hasExchange } from "../lib/client/page-hosts.ts";
import { realPathOf } from "../lib/client/simulated-path.ts";
import { useTexts } from "../lib/i18n/texts.ts";
import { useUser } from "../session/session.ts";
import { ErrorPage } from "../shell/pages/error-page.tsx";
import { hrefOf } from "../shell/page-link.tsx";
import { m as shellMessages } from "../shell/shell-messages.ts";

/**
 * Around every page of the simulated exchange. A signed-in user sees no page before the exchange has shown that it is the simulated one: an
 * order that looks like play money must never reach the real book.
 */
export function SimulatedFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <>
      <SimulatedBar leaveHref={hrefOf(realPathOf(pathname))} />
      <Checked>{children}</Checked>
    </>
  );
}

function Checked({ children }: { children: ReactNode }) {
  const t = useTexts();
  const user = useUser();
  const { data, error } = useSimulatedFunds(hasExchange() ? user?.userId : undefined);
  if (!hasExchange() || (error instanceof RefusedError && error.problem.refusal === "NOT_FOUND"))
    return <BelowBar title={t(m.awayTitle)} hint={t(m.awayHint)} />;
  if (user === null || data !== undefined) return children;
  if (error !== null)
    return <BelowBar title={t(shellMessages.unreachableTitle)} hint={t(shellMessages.unreachableHint)} />;
  return null;
}

/** In place of the page, with its logo below the bar. */
function BelowBar(props: { title: string; hint: string }) {
  return (
    <div className="pt-(--sim-height)">
      <ErrorPage head={null} {...props} />
    </div>
  );
}
