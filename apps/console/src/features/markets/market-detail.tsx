import type { WatchedMarket } from "@tidemark/contracts";
import { Button, StepLine, Tag } from "@tidemark/kit-ui";
import { LineChart } from "../../lib/line-chart.tsx";
import { KeyHint } from "../../lib/key-hint.tsx";
import { useSamples } from "../../lib/samples.ts";
import { useTexts } from "../../lib/texts.ts";
import { m } from "./market-messages.ts";
import { breakerOf, maySwitch, secondsOf, statusNames, type SwitchState } from "./market-view.ts";

type Props = {
  one: WatchedMarket;
  at: number;
  reopenAfterMs: number;
  /** Whether its opening waits for another operator. */
  isAsked: boolean;
  isAllowed: boolean;
  onSwitch: (to: SwitchState) => void;
};

/** The way of a closed market back to trading. */
function WayBack({ one, reopenAfterMs, isAsked }: Pick<Props, "one" | "reopenAfterMs" | "isAsked">) {
  const t = useTexts();
  const isCancelOnly = one.status === "CANCEL_ONLY";
  const isFresh = !one.hasIndex || !one.indexStale;
  const steps = [
    {
      id: "cancelOnly",
      label: t(m.stepCancelOnly, { count: Math.ceil(reopenAfterMs / 1_000) }),
      isDone: isCancelOnly,
    },
    { id: "index", label: t(m.stepIndex), isDone: isCancelOnly && isFresh },
    { id: "second", label: t(isAsked ? m.stepAsked : m.stepSecond), isDone: false },
    { id: "open", label: t(m.stepOpen), isDone: false },
  ];
  const current = !isCancelOnly ? "cancelOnly" : !isFresh ? "index" : "second";
  return <StepLine label={t(m.reopening)} steps={steps} current={current} />;
}

const acts = [
  ["CANCEL_ONLY", m.toCancelOnly, "C"],
  ["HALT", m.toHalt, "H"],
  ["TRADING", m.toOpen, "O"],
] as const;

/** The selected market: why it is as it is, and what can be done with it. */
export function MarketDetail({ one, at, reopenAfterMs, isAsked, isAllowed, onSwitch }: Props) {
  const t = useTexts();
  const ages = useSamples(at, one.hasIndex ? Math.max(0, at - one.indexAt) : undefined);
  const highest = Math.max(0, ...ages);
  const breaker = breakerOf(t, one);
  const isClosed = one.status === "CANCEL_ONLY" || one.status === "HALT";
  return (
    <section className="grid gap-4 rounded-panel border border-line bg-surface p-4" data-testid="market-detail">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-14 font-semibold">
          {t(m.selectedIs, { symbol: one.symbol, status: t(statusNames[one.status]) })}
        </h2>
        {one.markState !== "" && one.markState !== "FRESH" && (
          <Tag tone="warn">{t(m.markIs, { state: one.markState.toLowerCase() })}</Tag>
        )}
        <span className="flex-1" />
        <span className={breaker.isWarning ? "text-12 text-warn" : "text-12 text-muted"}>
          {t(m.breakerIs, { state: breaker.text })}
        </span>
      </header>
      {isClosed && <WayBack one={one} reopenAfterMs={reopenAfterMs} isAsked={isAsked} />}
      <div className="flex flex-wrap items-end gap-4">
        <div className="grid min-w-60 flex-1 gap-1.5">
          <p className="flex justify-between text-11 text-muted">
            <span>{t(m.indexCourseTitle)}</span>
            <span className="num">{t(m.highest, { count: secondsOf(highest) })}</span>
          </p>
          <LineChart label={t(m.indexCourse, { symbol: one.symbol })} points={ages} isWarning={one.indexStale} />
          <p className="num text-11 text-muted">
            {one.lastAt === 0 ? "" : t(m.lastStands, { count: secondsOf(at - one.lastAt) })}
          </p>
        </div>
        <div className="flex gap-2">
          {acts.map(([to, title, key]) => (
            <Button
              key={to}
              look={to === "TRADING" ? "primary" : "ghost"}
              size="sm"
              isDisabled={!isAllowed || !maySwitch(one.status, to) || (to === "TRADING" && isAsked)}
              onPress={() => onSwitch(to)}
              data-testid={`act-${to}`}
            >
              {t(title)}
              <KeyHint name={key} />
            </Button>
          ))}
        </div>
      </div>
    </section>
  );
}
