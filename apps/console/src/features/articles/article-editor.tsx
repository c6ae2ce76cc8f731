import { type ArticleKind, articleKinds, type ArticleText, type Lang, languages } from "@tidemark/contracts";
import { Button, Note, Select, TextArea, TextField } from "@tidemark/kit-ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf } from "../../lib/client.ts";
import { PageLoading } from "../../lib/page-loading.tsx";
import { useTexts } from "../../lib/texts.ts";
import { m } from "./article-messages.ts";

export type Save = { readonly slug: string; readonly kind: ArticleKind; readonly text: ArticleText };
type Words = Pick<ArticleText, "title" | "summary" | "body">;
const noWords: Words = { title: "", summary: "", body: "" };
const isSlug = (slug: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && slug !== "terms";

type Props = {
  /** Undefined for a new one. */
  slug: string | undefined;
  isPending: boolean;
  onSave: (save: Save) => void;
  onPublish: (slug: string, isPublished: boolean) => void;
};

type NewProps = {
  slug: string;
  kind: ArticleKind;
  onSlug: (slug: string) => void;
  onKind: (kind: ArticleKind) => void;
};

/** What stays as it is once the article was saved. */
function NewArticle({ slug, kind, onSlug, onKind }: NewProps) {
  const t = useTexts();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_200px] gap-3">
      <TextField
        label={t(m.slug)}
        hint={t(m.slugHint)}
        value={slug}
        onChange={onSlug}
        maxLength={80}
        testId="article-slug"
      />
      <Select
        size="form"
        label={t(m.kind)}
        items={articleKinds.map((id) => ({ id, label: t(m[id]) }))}
        selected={kind}
        onSelect={onKind}
        testId="article-kind"
      />
    </div>
  );
}

function WordFields({ words, onChange }: { words: Words; onChange: (part: Partial<Words>) => void }) {
  const t = useTexts();
  return (
    <>
      <TextField
        label={t(m.title)}
        value={words.title}
        onChange={(title) => onChange({ title })}
        maxLength={160}
        testId="article-title"
      />
      <TextField
        label={t(m.summary)}
        value={words.summary}
        onChange={(summary) => onChange({ summary })}
        maxLength={300}
        testId="article-summary"
      />
      <TextArea
        label={t(m.body)}
        hint={t(m.bodyHint)}
        value={words.body}
        onChange={(body) => onChange({ body })}
        rows={14}
        testId="article-body"
      />
    </>
  );
}

/** One article, one language at a time. */
export function ArticleEditor({ slug, isPending, onSave, onPublish }: Props) {
  const t = useTexts();
  const { data } = useQuery({
    queryKey: ["articles", slug],
    queryFn: () => answerOf("readDraft", { slug: slug! }),
    enabled: slug !== undefined,
  });
  const [newSlug, setNewSlug] = useState("");
  const [kind, setKind] = useState<ArticleKind>("ANNOUNCEMENT");
  const [lang, setLang] = useState<Lang>("en_US");
  /** What was typed and not saved yet, by language. */
  const [typed, setTyped] = useState<Readonly<Partial<Record<Lang, Words>>>>({});
  const stored = data?.texts.find((text) => text.lang === lang);
  const words = typed[lang] ?? stored ?? noWords;
  const change = (part: Partial<Words>): void => {
    const { title, summary, body } = { ...words, ...part };
    setTyped({ ...typed, [lang]: { title, summary, body } });
  };
  const address = slug ?? newSlug;
  const isWhole = isSlug(address) && words.title.trim() !== "" && words.body.trim() !== "";
  const isPublished = data?.draft.isPublished === true;
  const hasEnglish = data?.texts.some((text) => text.lang === "en_US") === true;
  if (slug !== undefined && data === undefined) return <PageLoading />;
  return (
    <section className="min-h-0 overflow-auto p-5" data-testid="article-editor">
      <div className="grid max-w-[80ch] gap-4">
        {slug === undefined ? (
          <NewArticle slug={newSlug} kind={kind} onSlug={setNewSlug} onKind={setKind} />
        ) : (
          <h2 className="num text-16 font-semibold">{slug}</h2>
        )}
        <Select
          size="form"
          label={t(m.language)}
          items={languages.map(({ lang: id, name }) => ({ id, label: name }))}
          selected={lang}
          onSelect={setLang}
          testId="article-lang"
        />
        <WordFields words={words} onChange={change} />
        {slug !== undefined && !hasEnglish && <Note tone="info">{t(m.needsEnglish)}</Note>}
        <div className="flex justify-end gap-2">
          {slug !== undefined && (
            <Button
              look="ghost"
              size="sm"
              isDisabled={isPending || (!isPublished && !hasEnglish)}
              onPress={() => onPublish(slug, !isPublished)}
              data-testid="article-publish"
            >
              {t(isPublished ? m.takeBack : m.publish)}
            </Button>
          )}
          <Button
            look="primary"
            size="sm"
            isDisabled={!isWhole}
            isPending={isPending}
            onPress={() => onSave({ slug: address, kind: data?.draft.kind ?? kind, text: { lang, ...words } })}
            data-testid="article-save"
          >
            {t(m.save)}
          </Button>
        </div>
      </div>
    </section>
  );
}
