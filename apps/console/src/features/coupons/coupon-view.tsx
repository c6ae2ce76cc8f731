import type { CouponDetail } from "@tidemark/contracts";
import { EmptyState, Gauge, Tag, type TagTone } from "@tidemark/kit-ui";
import { Ticket } from "lucide-react";
import { amountText } from "../../lib/amount.ts";
import { kinds, statuses } from "../../lib/coupon-names.ts";
import { PlainTable } from "../../lib/plain-table.tsx";
import { useTexts } from "../../lib/texts.ts";
import { dayText, timeText } from "../../lib/time.ts";
import { useWatch } from "../../session/watch.ts";
import { m } from "./coupon-messages.ts";
import { Invalidation } from "./invalidation.tsx";

const readEveryMs = 3_000;
const momentText = (at: number): string => `${dayText(at)} ${timeText(at)}`;

export const statusTones: Readonly<Record<CouponDetail["coupon"]["status"], TagTone>> = {
  PENDING: "info",
  SUCCESS: "brand",
  USED_OFF: "brand",
  FAILED: "neutral",
  EXPIRED: "neutral",
  RECALLED: "neutral",
  INVALID: "warn",
  RUN_OUT: "warn",
};

function Facts({ coupon }: Pick<CouponDetail, "coupon">) {
  const t = useTexts();
  const { asset, face, remaining, paid, startAt, endAt } = coupon;
  const facts = [
    [m.face, `${amountText(face)} ${asset}`],
    [m.remaining, amountText(remaining)],
    [m.paid, amountText(paid)],
    [m.given, momentText(startAt)],
    [m.ends, momentText(endAt)],
  ] as const;
  return (
    <dl className="grid gap-1 text-12">
      {facts.map(([title, value]) => (
        <div key={title.id} className="flex justify-between gap-3">
          <dt className="text-muted">{t(title)}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Steps({ steps }: Pick<CouponDetail, "steps">) {
  const t = useTexts();
  if (steps.length === 0) return <p className="text-12 text-muted">{t(m.noSteps)}</p>;
  return (
    <PlainTable
      title={t(m.steps)}
      testId="coupon-steps"
      columns={[{ title: t(m.step) }, { title: t(m.cause) }, { title: t(m.at), isEnd: true }]}
      rows={steps.map(({ step, cause, at }, place) => ({ id: String(place), cells: [step, cause, momentText(at)] }))}
    />
  );
}

function Payments({ payments }: Pick<CouponDetail, "payments">) {
  const t = useTexts();
  if (payments.length === 0) return <p className="text-12 text-muted">{t(m.noPayments)}</p>;
  return (
    <PlainTable
      title={t(m.payments)}
      testId="coupon-payments"
      columns={[{ title: t(m.item) }, { title: t(m.state) }, { title: t(m.amount), isEnd: true }]}
      rows={payments.map(({ item, state, amount }) => ({ id: item, cells: [item, state, amountText(amount)] }))}
    />
  );
}

function Volume({ coupon, fills }: Pick<CouponDetail, "coupon" | "fills">) {
  const t = useTexts();
  const { volumeDone, volumeRequirement } = coupon;
  if (Number(volumeRequirement) === 0) return <p className="text-12 text-muted">{t(m.noVolume)}</p>;
  const words = t(m.volumeOf, { done: amountText(volumeDone), wanted: amountText(volumeRequirement) });
  return (
    <section className="grid gap-2">
      <p className="num text-12">{words}</p>
      <Gauge
        label={t(m.volume)}
        share={Math.min(1, Number(volumeDone) / Number(volumeRequirement))}
        valueText={words}
      />
      {fills.length === 0 ? (
        <p className="text-12 text-muted">{t(m.noFills)}</p>
      ) : (
        <PlainTable
          title={t(m.volume)}
          testId="coupon-fills"
          columns={[
            { title: t(m.market) },
            { title: t(m.by) },
            { title: t(m.worth), isEnd: true },
            { title: t(m.counted), isEnd: true },
          ]}
          rows={fills.map(({ id, symbol, by, volume, counted }) => ({
            id: String(id),
            cells: [symbol, by, amountText(volume), amountText(counted)],
          }))}
        />
      )}
    </section>
  );
}

/** One coupon: what it is, what happened to it and why, and the act that ends it. */
export function CouponView({ id, onChanged }: { id: number; onChanged: () => void }) {
  const t = useTexts();
  const { data, isPending, problem, readAgain, onProblem } = useWatch("couponDetailOf", { id }, readEveryMs);
  if (isPending) return <div aria-hidden className="m-5 h-60 animate-pulse rounded-panel bg-skeleton" />;
  if (data === undefined) return <EmptyState icon={<Ticket size={24} />} title={problem ?? ""} hint="" />;
  const { coupon, steps, payments, fills } = data;
  return (
    <div className="grid content-start gap-4 p-5" data-testid="coupon-view">
      <header className="grid gap-1">
        <h2 className="flex flex-wrap items-center gap-2 text-14 font-semibold">
          {`${coupon.name} #${coupon.id}`}
          <Tag tone={statusTones[coupon.status]}>{t(statuses[coupon.status])}</Tag>
        </h2>
        <p className="num text-12 text-muted">{`${t(kinds[coupon.kind])} · ${t(m.uid)} ${coupon.uid} · ${t(m.campaign)} ${coupon.campaignId}`}</p>
      </header>
      <Facts coupon={coupon} />
      <Invalidation
        detail={data}
        onProblem={onProblem}
        onSettled={() => {
          void readAgain();
          onChanged();
        }}
      />
      <Steps steps={steps} />
      <Payments payments={payments} />
      <Volume coupon={coupon} fills={fills} />
    </div>
  );
}
