import { z } from "zod";
import { langText } from "../content/languages.ts";

/** Announcements are news with a date, help says how something is done. */
export const articleKinds = ["ANNOUNCEMENT", "HELP"] as const;
export type ArticleKind = (typeof articleKinds)[number];

const articleTitleMax = 160;
const articleSummaryMax = 300;
const articleBodyMax = 20_000;

/** The last part of the article's address. `terms` is a page of its own. */
export const articleSlug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  .max(80)
  .refine((slug) => slug !== "terms");

const time = z.number().int();

/**
 * An article in one language. The body is plain text: paragraphs stand apart by an empty line, `## ` begins a heading and `- ` a line of a list.
 */
export const articleText = z.strictObject({
  lang: langText,
  title: z.string().trim().min(1).max(articleTitleMax),
  summary: z.string().trim().max(articleSummaryMax),
  body: z.string().trim().min(1).max(articleBodyMax),
});
export type ArticleText = z.infer<typeof articleText>;

/** As a list shows it, in the reader's language, or in English where it is not written in that one. */
export const articleRow = z.object({
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  publishedAt: time,
  lang: langText,
});
export type ArticleRow = z.infer<typeof articleRow>;
