import { FlaskConical } from "lucide-react";
import { useEffect, useState } from "react";
import { assetText } from "../../lib/format/asset-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useUser } from "../../session/session.ts";
import { minutesUntil } from "./refill-moves.ts";
import { m } from "./simulated-messages.ts";
import { useRefill, useSimulatedFunds } from "./use-refill.ts";

const lookEveryMs = 10_000;

/** The minutes until a moment, counted down while they are shown. */
function useMinutesUntil(at: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), lookEveryMs);
    return () => clearInterval(timer);
  }, []);
  return minutesUntil(at, now);
}

const faceClass =
  "inline-flex h-5.5 items-center rounded-control px-2 whitespace-nowrap transition-colors hover:bg-on-brand/15 focus-visible:outline-on-brand disabled:cursor-default disabled:opacity-70 disabled:hover:bg-transparent";

function RefillButton({ userId }: { userId: string }) {
  const t = useTexts();
  const { data: funds } = useSimulatedFunds(userId);
  const { refill, isPending } = useRefill(userId);
  const minutes = useMinutesUntil(funds?.nextAt ?? 0);
  return (
    <button
      type="button"
      onClick={refill}
      disabled={isPending || funds === undefined || minutes > 0}
      className={faceClass}
      data-testid="refill"
    >
      {minutes > 0 ? t(m.refillIn, { minutes: String(minutes) }) : t(m.refill)}
    </button>
  );
}

/** The bar above every page of the simulated exchange: what this is, more play money, and the way back. It never scrolls away. */
export function SimulatedBar({ leaveHref }: { leaveHref: string }) {
  const t = useTexts();
  const user = useUser();
  return (
    <aside
      aria-label={t(m.title)}
      className="fixed inset-x-0 top-0 z-[calc(var(--z-nav)+1)] flex h-(--sim-height) items-center gap-3 bg-brand-solid ps-4 pe-3 text-12 font-medium text-on-brand"
      data-testid="simulated-bar"
    >
      <b className="flex flex-none items-center gap-2 font-semibold">
        <FlaskConical aria-hidden size={15} />
        {t(m.title)}
      </b>
      <span className="min-w-0 truncate max-w768:hidden">{t(m.hint, { unit: assetText("USDT") })}</span>
      <span className="ms-auto flex flex-none items-center gap-1">
        {user !== null && <RefillButton userId={user.userId} />}
        <a href={leaveHref} className={`${faceClass} ring-1 ring-on-brand ring-inset`} data-testid="leave-simulated">
          {t(m.leave)}
        </a>
      </span>
    </aside>
  );
}
