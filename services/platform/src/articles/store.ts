import type { ArticleDraft, ArticleKind, ArticleRow, ArticleText, Lang } from "@tidemark/contracts";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";

export type Wanted = {
  readonly kind: ArticleKind;
  readonly lang: Lang;
  /** An article is found by all of them. */
  readonly words: readonly string[];
};

/** What readers of other languages get. */
const fallback: Lang = "en_US";

/** Published articles of a kind, each in the wanted language or in English. */
const published = ({ kind, lang }: Omit<Wanted, "words">) => sql`
  select distinct on (a.slug) a.slug, t.title, t.summary, t.body, t.lang, a.published_at
  from articles.articles as a join articles.texts as t using (slug)
  where a.is_published and a.kind = ${kind} and t.lang in (${lang}, ${fallback})
  order by a.slug, t.lang = ${lang} desc`;

/** `%` and `_` stand for themselves in what a reader types. */
const patternsOf = (words: readonly string[]): string[] =>
  words.map((word) => `%${word.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`);
const matches = (words: readonly string[]) =>
  sql`(one.title || ' ' || one.summary || ' ' || one.body) ilike all (${patternsOf(words)}::text[])`;

const row = sql`one.slug, one.title, one.summary, one.lang, one.published_at::float8 as "publishedAt"`;
const draft = sql`a.slug, a.kind, a.is_published as "isPublished", a.changed_at::float8 as "changedAt",
  coalesce((select title from articles.texts as t where t.slug = a.slug and t.lang = ${fallback}), '') as title,
  array(select lang from articles.texts as t where t.slug = a.slug order by lang) as langs`;

/** SQL of articles. */
export const articles = {
  async page(db: Database, wanted: Wanted, count: number, after: number): Promise<ArticleRow[]> {
    const { rows } = await sql<ArticleRow>`
      select ${row} from (${published(wanted)}) as one where ${matches(wanted.words)}
      order by one.published_at desc, one.slug limit ${count} offset ${after}`.execute(db);
    return rows;
  },
  async total(db: Database, wanted: Wanted): Promise<number> {
    const { rows } = await sql<{ total: number }>`
      select count(*)::float8 as total from (${published(wanted)}) as one where ${matches(wanted.words)}`.execute(db);
    return rows[0]!.total;
  },
  async one(db: Database, wanted: Omit<Wanted, "words">, slug: string) {
    const { rows } = await sql<ArticleRow & { body: string }>`
      select ${row}, one.body from (${published(wanted)}) as one where one.slug = ${slug}`.execute(db);
    return rows[0];
  },
  async drafts(db: Database): Promise<ArticleDraft[]> {
    const { rows } = await sql<ArticleDraft>`
      select ${draft} from articles.articles as a order by a.changed_at desc, a.slug limit 1000`.execute(db);
    return rows;
  },
  async draft(db: Database, slug: string): Promise<ArticleDraft | undefined> {
    const { rows } =
      await sql<ArticleDraft>`select ${draft} from articles.articles as a where a.slug = ${slug}`.execute(db);
    return rows[0];
  },
  async texts(db: Database, slug: string): Promise<ArticleText[]> {
    const { rows } = await sql<ArticleText>`
      select lang, title, summary, body from articles.texts where slug = ${slug} order by lang`.execute(db);
    return rows;
  },
  async save(tx: Database, slug: string, kind: ArticleKind, text: ArticleText, at: number): Promise<void> {
    await sql`
      insert into articles.articles (slug, kind, changed_at) values (${slug}, ${kind}, ${at})
      on conflict (slug) do update set changed_at = excluded.changed_at`.execute(tx);
    await sql`
      insert into articles.texts (slug, lang, title, summary, body)
      values (${slug}, ${text.lang}, ${text.title}, ${text.summary}, ${text.body})
      on conflict (slug, lang) do update set title = excluded.title, summary = excluded.summary, body = excluded.body`.execute(
      tx,
    );
  },
  async publish(tx: Database, slug: string, isPublished: boolean, at: number): Promise<void> {
    await sql`
      update articles.articles set is_published = ${isPublished}, changed_at = ${at},
        published_at = case when ${isPublished} then coalesce(published_at, ${at}::bigint) else published_at end
      where slug = ${slug}`.execute(tx);
  },
};
