import { type TimelineEntry, type TimelineSource, timelineSources } from "@tidemark/contracts";
import { Button, classNames, Segmented } from "@tidemark/kit-ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { AtSign, Download, Eye, IdCard, LogIn, type LucideIcon, Upload } from "lucide-react";
import { useState } from "react";
import { amountText } from "../../lib/amount.ts";
import { answerOf } from "../../lib/client.ts";
import { type Translate, useTexts } from "../../lib/texts.ts";
import { dayText, timeText } from "../../lib/time.ts";
import { kinds, m, sources } from "./user-messages.ts";

const icons: Readonly<Record<TimelineSource, LucideIcon>> = {
  identity: LogIn,
  kyc: IdCard,
  profile: AtSign,
  withdrawals: Upload,
  deposits: Download,
  operator: Eye,
};
type Filter = TimelineSource | "all";

function titleOf(t: Translate, { source, kind }: TimelineEntry): string {
  const words = kinds[`${source} ${kind}`];
  return words === undefined ? kind : t(words);
}

function actorOf(t: Translate, by: string | undefined): string {
  if (by === undefined) return "";
  return by === "0" ? t(m.byCommandLine) : t(m.byOperator, { by });
}

/** An amount with its thousands apart, and which submission it was; all else as it is. */
function factText(t: Translate, name: string, value: string): string {
  if (name === "tries") return t(m.tries, { count: value });
  return name === "amount" ? value.replace(/^\d+/, (whole) => amountText(whole)) : value;
}

/** What is known of it, besides who did it and its row. */
const factsText = (t: Translate, { by: _by, row: _row, id: _id, ...facts }: TimelineEntry["facts"]): string =>
  Object.entries(facts)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => factText(t, name, value))
    .join(" · ");

function Entry({ one }: { one: TimelineEntry }) {
  const t = useTexts();
  const Icon = icons[one.source];
  const { by, row, id } = one.facts;
  const end = row === undefined ? (id ?? "").slice(0, 8) : t(m.row, { row });
  return (
    <li
      data-testid="timeline-row"
      className={classNames(
        "grid grid-cols-[64px_16px_minmax(0,1fr)_auto] gap-x-3 rounded-control px-2 py-1.5",
        one.source === "operator" && "bg-brand-soft",
      )}
    >
      <time className="num text-12 leading-5 text-muted" dateTime={new Date(one.at).toISOString()}>
        {timeText(one.at)}
      </time>
      <Icon aria-hidden size={14} className="mt-0.75 text-muted" />
      <div className="grid">
        <b className="text-13 font-semibold">
          {titleOf(t, one)} <span className="text-12 font-normal text-muted">{actorOf(t, by)}</span>
        </b>
        <span className="text-12 break-words text-muted" dir="auto">
          {factsText(t, one.facts)}
        </span>
      </div>
      <span className="num text-11 leading-5 text-muted">{end}</span>
    </li>
  );
}

/** Everything that happened to an account, day by day, from the records of every module. */
export function AccountTimeline({ uid }: { uid: number }) {
  const t = useTexts();
  const [filter, setFilter] = useState<Filter>("all");
  const timeline = useInfiniteQuery({
    queryKey: ["timeline", uid],
    queryFn: ({ pageParam }) => answerOf("accountTimeline", { uid, ...(pageParam === 0 ? {} : { before: pageParam }) }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });
  const all = timeline.data?.pages.flatMap(({ list }) => list) ?? [];
  const shown = filter === "all" ? all : all.filter(({ source }) => source === filter);
  const days = Map.groupBy(shown, ({ at }) => dayText(at));
  return (
    <section className="grid content-start gap-3" aria-label={t(m.timeline)}>
      <div className="overflow-x-auto">
        <Segmented
          label={t(m.timeline)}
          items={[
            { id: "all" as Filter, label: t(m.everything) },
            ...timelineSources.map((id) => ({ id: id as Filter, label: t(sources[id]) })),
          ]}
          selected={filter}
          onSelect={setFilter}
          size="switch"
        />
      </div>
      {timeline.isPending && <div aria-hidden className="h-40 animate-pulse rounded-panel bg-skeleton" />}
      {timeline.isError && <p className="text-12 text-warn">{timeline.error.message}</p>}
      {!timeline.isPending && shown.length === 0 && <p className="text-12 text-muted">{t(m.noTimeline)}</p>}
      {[...days].map(([day, entries]) => (
        <div key={day} className="grid gap-1">
          <h3 className="num border-b border-line pb-1 text-12 text-muted">{day}</h3>
          <ul className="grid">
            {entries.map((one, place) => (
              <Entry key={`${one.at} ${one.source} ${one.kind} ${place}`} one={one} />
            ))}
          </ul>
        </div>
      ))}
      {timeline.hasNextPage && (
        <Button
          look="ghost"
          size="sm"
          className="justify-self-center"
          isPending={timeline.isFetchingNextPage}
          onPress={() => void timeline.fetchNextPage()}
          data-testid="timeline-more"
        >
          {t(m.more)}
        </Button>
      )}
    </section>
  );
}
