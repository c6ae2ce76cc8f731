import { useEffect, useState } from "react";
import { useConnection } from "../../lib/client/connection.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "../shell-messages.ts";

/** Whether the numbers are live; if not, for how long they have not been. */
export function ConnectionDot() {
  const t = useTexts();
  const { state, lostAt } = useConnection();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (state !== "stale") return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [state]);
  const seconds = Math.max(0, Math.floor((now - lostAt) / 1_000));
  const age = seconds < 120 ? t(m.seconds, { count: seconds }) : t(m.minutes, { count: Math.floor(seconds / 60) });
  const texts = state === "live" ? t(m.live) : state === "stale" ? t(m.stale, { age }) : t(m.connecting);
  return (
    <span
      data-testid="connection"
      data-state={state}
      title={texts}
      className="group/dot inline-flex items-center gap-1.5 px-2 text-11 whitespace-nowrap text-muted data-[state=stale]:text-warn"
    >
      <i
        aria-hidden
        className="size-1.5 rounded-full bg-brand group-data-[state=connecting]/dot:animate-breathe group-data-[state=connecting]/dot:bg-faint group-data-[state=stale]/dot:bg-warn"
      />
      <span className="group-data-[state=live]/dot:sr-only group-data-[state=connecting]/dot:max-w768:sr-only w1200:group-data-[state=live]/dot:not-sr-only">
        {texts}
      </span>
    </span>
  );
}
