import { languageOf } from "@tidemark/contracts";
import { Button, EmptyState, Tag, toast } from "@tidemark/kit-ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileText, Plus } from "lucide-react";
import { useState } from "react";
import { act } from "../../lib/act.ts";
import { answerOf } from "../../lib/client.ts";
import { PageLoading } from "../../lib/page-loading.tsx";
import { QueueRow } from "../../lib/queue-row.tsx";
import { useTexts } from "../../lib/texts.ts";
import { useActProblem, useReadProblem } from "../../session/problems.ts";
import { ArticleEditor, type Save } from "./article-editor.tsx";
import { m } from "./article-messages.ts";

const isNew = Symbol("a new article");
const queryKey = ["articles"] as const;

/** Announcements and help: the list of all, and the one that is written. */
export function ArticlesPage() {
  const t = useTexts();
  const queries = useQueryClient();
  const onProblem = useActProblem();
  const { data, error, isPending } = useQuery({ queryKey, queryFn: () => answerOf("articleDrafts", {}) });
  const [chosen, select] = useState<string | typeof isNew>();
  useReadProblem(error);
  const readAgain = () => queries.invalidateQueries({ queryKey });
  const save = useMutation({
    mutationFn: (ask: Save) => act("saveArticle", ask),
    async onSuccess({ slug }, { text }) {
      toast.success(t(m.saved, { language: languageOf(text.lang).name }));
      await readAgain();
      select(slug);
    },
    onError: onProblem,
  });
  const publish = useMutation({
    mutationFn: (ask: { readonly slug: string; readonly isPublished: boolean }) => act("publishArticle", ask),
    onSuccess: (_, { isPublished }) => toast.success(t(isPublished ? m.isPublished : m.isTakenBack)),
    onError: onProblem,
    onSettled: readAgain,
  });
  if (isPending) return <PageLoading />;
  const list = data?.list ?? [];
  const selected = chosen ?? list[0]?.slug;
  return (
    <div className="grid h-full grid-cols-[minmax(220px,320px)_minmax(0,1fr)]">
      <div className="min-h-0 overflow-auto border-e border-line">
        <p className="p-3">
          <Button look="primary" size="sm" onPress={() => select(isNew)} data-testid="article-new">
            <Plus aria-hidden size={16} />
            {t(m.newArticle)}
          </Button>
        </p>
        <ul aria-label={t(m.label)} className="border-t border-line">
          {list.map(({ slug, title, kind, isPublished, langs }) => (
            <QueueRow key={slug} isSelected={slug === selected} onSelect={() => select(slug)} testId="article-row">
              <b className="truncate font-semibold">{title === "" ? slug : title}</b>
              <Tag tone={isPublished ? "brand" : "neutral"}>{t(isPublished ? m.published : m.draft)}</Tag>
              <span className="text-12 text-muted">
                {t(m[kind])} · {t(m.languages, { count: langs.length })}
              </span>
            </QueueRow>
          ))}
        </ul>
      </div>
      {selected === undefined ? (
        <EmptyState icon={<FileText size={24} />} title={error?.message ?? t(m.none)} hint={t(m.noneHint)} />
      ) : (
        <ArticleEditor
          key={String(selected)}
          slug={selected === isNew ? undefined : selected}
          isPending={save.isPending || publish.isPending}
          onSave={(ask) => save.mutate(ask)}
          onPublish={(slug, isPublished) => publish.mutate({ slug, isPublished })}
        />
      )}
    </div>
  );
}
