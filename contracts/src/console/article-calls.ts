import { z } from "zod";
import { articleKinds, articleSlug, articleText } from "../articles/article-parts.ts";
import { defineCall } from "../define.ts";
import { actRefusals, readBy, readRefusals, writeBy } from "./of-platform.ts";

// Announcements and help are written by operators of the role support; every change is a line of the audit log.

const draft = z.object({
  slug: z.string(),
  kind: z.enum(articleKinds),
  isPublished: z.boolean(),
  changedAt: z.number().int(),
  /** The English title; empty where there is none yet. */
  title: z.string(),
  langs: z.array(z.string()),
});
export type ArticleDraft = z.infer<typeof draft>;

/** All articles, published or not, those that changed last first. */
export const articleDrafts = defineCall({
  ...readBy("support"),
  name: "articles.drafts",
  path: "GET /console/articles",
  ask: z.strictObject({}),
  answer: z.object({ list: z.array(draft) }),
});

export const readDraft = defineCall({
  ...readBy("support"),
  name: "articles.readDraft",
  path: "GET /console/article",
  ask: z.strictObject({ slug: articleSlug }),
  answer: z.object({ draft, texts: z.array(articleText) }),
  refusals: [...readRefusals, "NOT_FOUND"],
});

/** Writes one language of an article, which begins unpublished. The kind of one that exists stays. */
export const saveArticle = defineCall({
  ...writeBy("support"),
  name: "articles.save",
  path: "POST /console/article/save",
  ask: z.strictObject({ slug: articleSlug, kind: z.enum(articleKinds), text: articleText }),
  answer: z.object({ slug: z.string() }),
  refusals: [...readRefusals, "FACTOR_NEEDED"],
});

/** Without English nothing is published: it is what readers of other languages get. */
export const publishArticle = defineCall({
  ...writeBy("support"),
  name: "articles.publish",
  path: "POST /console/article/publish",
  ask: z.strictObject({ slug: articleSlug, isPublished: z.boolean() }),
  answer: z.object({ slug: z.string() }),
  refusals: [...actRefusals, "REQUEST_INVALID"],
});
