import type { VipComputation } from "@tidemark/contracts";
import { Gauge, Note } from "@tidemark/kit-ui";
import { PlainTable } from "../../lib/plain-table.tsx";
import { type Translate, useTexts } from "../../lib/texts.ts";
import { dayText } from "../../lib/time.ts";
import { useWatch } from "../../session/watch.ts";
import { m } from "./growth-messages.ts";

const readEveryMs = 30_000;
const dayMs = 86_400_000;

const tookText = (t: Translate, { startedAt, endedAt }: VipComputation): string =>
  endedAt === null ? t(m.running) : t(m.seconds, { count: Math.round((endedAt - startedAt) / 1_000) });

/** Users of each level as bars, and when levels were computed. */
export function VipLevels() {
  const t = useTexts();
  const { data, isPending, problem } = useWatch("vipReport", {}, readEveryMs);
  if (isPending) return <div aria-hidden className="h-60 animate-pulse rounded-panel bg-skeleton" />;
  if (data === undefined) return <Note tone="warn">{problem}</Note>;
  const { levels, computations } = data;
  const most = Math.max(1, ...levels.map(({ users }) => users));
  return (
    <>
      <section className="grid gap-2 rounded-panel border border-line p-4" data-testid="vip-levels">
        <h2 className="text-14 font-semibold">{t(m.levels)}</h2>
        {levels.length === 0 && <p className="text-12 text-muted">{t(m.noLevels)}</p>}
        {levels.map(({ level, users }) => {
          const words = t(m.usersOf, { count: users.toLocaleString("en-US") });
          return (
            <div key={level} className="grid grid-cols-[56px_minmax(0,1fr)_80px] items-center gap-3 text-12">
              <span>{t(m.vipLevel, { level })}</span>
              <Gauge label={t(m.vipLevel, { level })} share={users / most} valueText={words} kind="left" isPlain />
              <span className="num text-end">{words}</span>
            </div>
          );
        })}
      </section>
      <PlainTable
        title={t(m.computations)}
        testId="vip-computations"
        columns={[
          { title: t(m.day) },
          { title: t(m.measured), isEnd: true },
          { title: t(m.changes), isEnd: true },
          { title: t(m.took), isEnd: true },
        ]}
        rows={computations.map((one) => ({
          id: String(one.day),
          cells: [
            <span key="day" className="num">
              {dayText(one.day * dayMs)}
            </span>,
            one.users.toLocaleString("en-US"),
            one.changes.toLocaleString("en-US"),
            tookText(t, one),
          ],
        }))}
      />
    </>
  );
}
