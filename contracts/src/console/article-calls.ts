import { z } from "zod";
import { articleKinds, articleSlug, articleText } from "../articles/article-parts.ts";
import { defineCall } from "../define.ts";

/** Announcements and help are written by operators of the role support; every change is a line of the audit log. */
const ofWriter = {
  owner: "platform",
  needs: "operator",
  carry: "bus",
  shape: "envelope",
  answers: "own",
  body: "json",
  proof: "none",
  rate: "read",
} as const;
const toRead = { role: "support", approvals: 0, reason: "none", factor: "session" } as const;
const toWrite = { role: "support", approvals: 0, reason: "none" } as const;
const readRefusals = ["LOGIN_INVALID", "OPERATOR_ROLE_MISSING", "BUSY"] as const;

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
  ...ofWriter,
  name: "articles.drafts",
  path: "GET /console/articles",
  operator: toRead,
  ask: z.strictObject({}),
  answer: z.object({ list: z.array(draft) }),
  refusals: readRefusals,
});

export const readDraft = defineCall({
  ...ofWriter,
  name: "articles.readDraft",
  path: "GET /console/article",
  operator: toRead,
  ask: z.strictObject({ slug: articleSlug }),
  answer: z.object({ draft, texts: z.array(articleText) }),
  refusals: [...readRefusals, "NOT_FOUND"],
});

/** Writes one language of an article, which begins unpublished. The kind of one that exists stays. */
export const saveArticle = defineCall({
  ...ofWriter,
  name: "articles.save",
  path: "POST /console/article/save",
  operator: toWrite,
  ask: z.strictObject({ slug: articleSlug, kind: z.enum(articleKinds), text: articleText }),
  answer: z.object({ slug: z.string() }),
  refusals: [...readRefusals, "FACTOR_NEEDED"],
});

/** Without English nothing is published: it is what readers of other languages get. */
export const publishArticle = defineCall({
  ...ofWriter,
  name: "articles.publish",
  path: "POST /console/article/publish",
  operator: toWrite,
  ask: z.strictObject({ slug: articleSlug, isPublished: z.boolean() }),
  answer: z.object({ slug: z.string() }),
  refusals: [...readRefusals, "FACTOR_NEEDED", "NOT_FOUND", "REQUEST_INVALID"],
});
