import type { ArticleKind } from "@tidemark/contracts";
import { EmptyState, Note, Skeleton } from "@tidemark/kit-ui";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileQuestion } from "lucide-react";
import { answerOf } from "../../lib/client/answer.ts";
import { dateText } from "../../lib/format/number-text.ts";
import { currentLang } from "../../lib/i18n/languages.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { type ArticleBlock, blocksOf } from "./article-blocks.ts";
import { articlePaths, spoken } from "./article-list.tsx";
import { m } from "./article-messages.ts";

function Block({ block }: { block: ArticleBlock }) {
  if (block.kind === "list")
    return (
      <ul className="grid list-disc gap-2 ps-5 marker:text-brand">
        {block.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    );
  if (block.kind === "heading") return <h2 className="pt-4 text-20 leading-7 font-semibold">{block.text}</h2>;
  return <p className="break-words whitespace-pre-line">{block.text}</p>;
}

export type ArticleViewProps = { kind: ArticleKind; slug: string };

export function ArticleView({ kind, slug }: ArticleViewProps) {
  const t = useTexts();
  const lang = currentLang();
  const { data, isError } = useQuery({
    queryKey: ["public", "article", kind, slug, lang],
    queryFn: ({ signal }) => answerOf("article", { kind, slug }, signal),
    meta: { isQuiet: true },
    retry: false,
  });
  return (
    <main className="wrap grid justify-items-center pt-8 pb-20">
      <article className="grid w-full max-w-[680px] gap-4" data-testid="article">
        <p className="text-13 text-muted">
          <Link to={articlePaths[kind]} className="rounded-control hover:text-ink">
            {t(m[kind])}
          </Link>
        </p>
        {data === undefined ? (
          isError ? (
            <EmptyState
              icon={<FileQuestion aria-hidden size={24} />}
              title={t(m.noArticle)}
              hint={t(m.noArticleHint)}
            />
          ) : (
            <Skeleton>{t(m.announcementLead)}</Skeleton>
          )
        ) : (
          <>
            {data.lang !== lang && <Note tone="info">{t(m.english)}</Note>}
            <div className="grid gap-4 text-16 leading-[1.65]" {...spoken(data.lang)}>
              <h1 className="text-40 leading-[1.1] font-semibold tracking-[-0.03em] break-words max-w768:text-28">
                {data.title}
              </h1>
              <time className="num text-13 text-muted">{dateText(data.publishedAt)}</time>
              {blocksOf(data.body).map((block, place) => (
                <Block key={place} block={block} />
              ))}
            </div>
          </>
        )}
      </article>
    </main>
  );
}
