import { classNames, Skeleton } from "@tidemark/kit-ui";

/** The day's change with its sign written out: direction is never told by colour alone. */
export function DayChange({ stats }: { stats: { readonly change: string } | undefined }) {
  if (stats === undefined) return <Skeleton>+1.85%</Skeleton>;
  if (stats.change === "") return <span className="text-muted">—</span>;
  const isFall = stats.change.startsWith("-");
  const isStill = /^[-+]?0(\.0*)?$/.test(stats.change);
  const sign = isStill ? "" : isFall ? "−" : "+";
  return (
    <span className={classNames("num", isStill ? "text-muted" : isFall ? "text-fall" : "text-rise")}>
      {sign}
      {stats.change.replace(/^[+-]/, "")}%
    </span>
  );
}
