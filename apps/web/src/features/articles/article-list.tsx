import type { ArticleKind } from "@tidemark/contracts";
import { languageOf } from "@tidemark/contracts";
import { Skeleton } from "@tidemark/kit-ui";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { dateText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { HistoryList } from "../../lib/lists/history-list.tsx";
import { useList } from "../../lib/lists/use-list.ts";
import { MarketSearch } from "../../lib/markets/market-search.tsx";
import { m } from "./article-messages.ts";

/** What is typed is asked for when the reader pauses. */
const pauseMs = 300;

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** The address of the articles of a kind. */
export const articlePaths = { ANNOUNCEMENT: "/announcements", HELP: "/help" } as const;

export type ArticleListProps = { kind: ArticleKind; children?: ReactNode };

/** Published articles of a kind, the newest first, found by their words. */
export function ArticleList({ kind, children }: ArticleListProps) {
  const t = useTexts();
  const [text, setText] = useState("");
  const search = usePaused(text);
  const list = useList("articleList", { kind, search }, { owner: "public" });
  return (
    <main className="wrap pt-8 pb-20">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="grid gap-2">
          <h1 className="text-28 leading-9 font-semibold tracking-[-0.025em]">{t(m[kind])}</h1>
          <p className="max-w-[60ch] text-14 text-pretty text-muted">
            {t(kind === "HELP" ? m.helpLead : m.announcementLead)}
          </p>
        </div>
        <MarketSearch label={t(m.search)} text={text} onChange={setText} className="w-full w768:w-70" />
      </div>
      {children}
      <section className="mt-6 border-t border-line">
        <HistoryList
          list={list}
          emptyTitle={t(search === "" ? m.empty : m.notFound)}
          emptyHint={t(search === "" ? m.emptyHint : m.notFoundHint)}
        >
          {!list.isKnown && (
            <p className="py-6 text-13">
              <Skeleton>{t(m.announcementLead)}</Skeleton>
            </p>
          )}
          <ul>
            {list.items.map(({ slug, title, summary, publishedAt, lang }) => (
              <li key={slug} className="border-b border-line" data-testid="article-row">
                <Link
                  to={`${articlePaths[kind]}/$slug`}
                  params={{ slug }}
                  className="grid gap-x-6 gap-y-1 rounded-control py-5 hover:bg-hover w768:grid-cols-[112px_minmax(0,1fr)] w768:items-baseline"
                >
                  <time className="num justify-self-start text-13 text-muted">
                    {dateText(publishedAt).slice(0, 10)}
                  </time>
                  <span className="min-w-0">
                    <span className="block text-16 leading-6 font-semibold break-words">
                      <bdi {...spoken(lang)}>{title}</bdi>
                    </span>
                    <span className="block text-13 leading-5 text-pretty break-words text-muted">
                      <bdi {...spoken(lang)}>{summary}</bdi>
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </HistoryList>
      </section>
    </main>
  );
}

/** An article may be in another language than the page: browsers read and break it by its own rules. */
export function spoken(lang: Parameters<typeof languageOf>[0]): { lang: string; dir: "ltr" | "rtl" } {
  const { tag, direction } = languageOf(lang);
  return { lang: tag, dir: direction };
}
