import { buttonClassName } from "@tidemark/kit-ui";
import { Ticket } from "lucide-react";
import type { AppConfig } from "@tidemark/contracts";
import { lazy, type ReactNode, Suspense } from "react";
import type { Market } from "../../../lib/markets/market.ts";
import { useIdle } from "../../../lib/device/use-idle.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { amountText } from "../../../lib/format/amount-text.ts";
import { heroLook } from "./hero-look.ts";
import { first } from "./hero-messages.ts";
import { m } from "../home-messages.ts";
import { textWith } from "../text-with.tsx";

const DayChart = lazy(async () => ({ default: (await import("../day-chart/day-chart.tsx")).DayChart }));
const chartHeight = "h-70 w768:h-85 w1024:h-105";

export type HeroProps = {
  /** The market of the chart; undefined until loaded. */
  market: Market | undefined;
  /** The market could not be loaded. */
  isUnavailable: boolean;
  /** Undefined where none is offered. */
  bonus: AppConfig["project"]["registerBonus"] | undefined;
  /** The typed contact may be empty. */
  onRegister: (account: string) => void;
  /** Replaces the registration form for signed-in users. */
  instead: ReactNode;
};

/** The first screen. Its texts render at once; only the chart waits for data. */
export function Hero({ market, isUnavailable, bonus, onRegister, instead }: HeroProps) {
  const t = useTexts();
  const isIdle = useIdle();
  return (
    <section className={heroLook.section}>
      <div>
        <h1 className={heroLook.title}>{t(first.title)}</h1>
        <p className={heroLook.lead}>{t(first.lead)}</p>
        {instead ?? (
          <>
            <RegisterForm onRegister={onRegister} />
            {bonus !== undefined && (
              <p className="mt-3 flex gap-2 text-13 text-muted">
                <span className="flex h-[1lh] flex-none items-center">
                  <Ticket aria-hidden size={16} />
                </span>
                <span>
                  {textWith(
                    t,
                    m.bonusTeaser,
                    "bonus",
                    <b className="num font-medium text-ink">{amountText(bonus.amount, bonus.asset)}</b>,
                    { volume: amountText(bonus.volume, bonus.asset) },
                  )}
                </span>
              </p>
            )}
          </>
        )}
      </div>
      <div className={chartHeight}>
        {isIdle && (
          <Suspense>
            <DayChart market={market} isUnavailable={isUnavailable} className={chartHeight} />
          </Suspense>
        )}
      </div>
    </section>
  );
}

function RegisterForm({ onRegister }: { onRegister: (account: string) => void }) {
  const t = useTexts();
  return (
    <form
      className="mt-8 flex max-w-110 gap-2 max-w768:max-w-none max-w768:flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        const account = new FormData(event.currentTarget).get("account");
        onRegister(typeof account === "string" ? account.trim() : "");
      }}
    >
      <input
        name="account"
        type="text"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        maxLength={80}
        aria-label={t(m.account)}
        placeholder={t(m.account)}
        data-testid="home-account"
        className="h-(--control-lg) min-w-0 flex-1 [text-align:match-parent] rounded-control bg-(--ground) px-3 text-(length:--field-text) ring-1 ring-inset ring-line-strong transition-shadow outline-none focus:ring-[1.5px] focus:ring-brand max-w768:flex-none"
      />
      <button
        type="submit"
        className={buttonClassName("primary", "lg", "hover:brightness-106")}
        data-testid="home-register"
      >
        {t(m.register)}
      </button>
    </form>
  );
}
