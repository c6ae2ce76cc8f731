import { classNames, Skeleton } from "@tidemark/kit-ui";

/** The day's change with its sign: colour alone never shows the direction. */
export function DayChange({ stats }: { stats: { readonly change: string } | undefined }) {
  if (stats === undefined) return <Skeleton>+1.85%</Skeleton>;
  if (stats.change === "") return <span className="text-muted">—</span>;
  const isFall = stats.change.startsWith("-");
  const isFlat = /^[-+]?0(\.0*)?$/.test(stats.change);
  const sign = isFlat ? "" : isFall ? "−" : "+";
  return (
    <span className={classNames("num", isFlat ? "text-muted" : isFall ? "text-fall" : "text-rise")}>
      {sign}
      {stats.change.replace(/^[+-]/, "")}%
    </span>
  );
}
