import type { CouponTask } from "@tidemark/contracts";
import { Check } from "lucide-react";
import { type ReactNode, useId } from "react";
import { assetText } from "../../lib/format/asset-text.ts";
import { exactText, isZeroText, utcDayText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./coupon-messages.ts";
import { actOf, type TaskAct, taskStateOf } from "./task-rules.ts";
import { useCouponTasks } from "./use-coupons.ts";

type CouponTasksProps = {
  /** The way to where it is done. */
  link: (act: TaskAct) => ReactNode;
};

/** What the user can do for another coupon; nothing where no campaign offers one. */
export function CouponTasks({ link }: CouponTasksProps) {
  const t = useTexts();
  const titleId = useId();
  const { data } = useCouponTasks();
  const rows = (data?.list ?? []).flatMap((task) => {
    const act = actOf(task);
    return act === undefined ? [] : [{ task, act }];
  });
  if (rows.length === 0) return null;
  return (
    <section className="mt-10" aria-labelledby={titleId} data-testid="coupon-tasks">
      <h2 id={titleId} className="text-16 font-semibold">
        {t(m.tasks)}
      </h2>
      <ul className="mt-2 border-t border-line">
        {rows.map(({ task, act }) => (
          <Row key={task.campaignId} task={task} act={act} verb={link(act)} />
        ))}
      </ul>
      <p className="mt-2 text-12 text-pretty text-muted">{t(m.taskOnce)}</p>
    </section>
  );
}

/** What to do, what it brings, and the way there, or that it is done. */
function Row({ task, act, verb }: { task: CouponTask; act: TaskAct; verb: ReactNode }) {
  const t = useTexts();
  const state = taskStateOf(task);
  const { asset, face, kind, volumeRequirement, endAt, received, perUser } = task;
  return (
    <li
      className="flex items-center justify-between gap-x-6 border-b border-line py-2.5 text-13"
      data-testid="coupon-task"
      data-act={act}
      data-state={state}
    >
      <div className="min-w-0">
        <p className="font-medium">{t(m[`task_${act}`])}</p>
        <p className="flex flex-wrap gap-x-3 text-12 text-muted">
          <span className="font-semibold text-ink">
            <span className="num">{exactText(face, 2)}</span> {assetText(asset)}
          </span>
          <span>{t(m[kind])}</span>
          {!isZeroText(volumeRequirement) && <span>{t(m.taskAfter, { volume: exactText(volumeRequirement, 0) })}</span>}
          <span>{t(m.taskUntil, { date: utcDayText(endAt) })}</span>
          {perUser > 1 && received > 0 && <span>{t(m.taskCount, { received, total: perUser })}</span>}
        </p>
      </div>
      <span className="flex-none">
        {state === "open" && verb}
        {state === "received" && (
          <span className="flex items-center gap-1 text-brand">
            <Check aria-hidden size={16} />
            {t(m.taskReceived)}
          </span>
        )}
        {state === "closed" && <span className="text-muted">{t(m.taskClosed)}</span>}
      </span>
    </li>
  );
}
