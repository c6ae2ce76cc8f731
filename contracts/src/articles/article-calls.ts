import { z } from "zod";
import { ofEveryone, page } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { articleKinds, articleRow, articleSlug } from "./article-parts.ts";

const kind = z.enum(articleKinds);

/** Published articles of a kind, the newest first; `search` keeps those that have all of its words. */
export const articleList = defineCall({
  ...ofEveryone,
  name: "articles.list",
  path: "GET /content/articles",
  ask: z.strictObject({ kind, search: z.string().trim().max(100).default(""), ...page }),
  answer: z.object({
    list: z.array(articleRow),
    pageNum: z.number().int(),
    pageSize: z.number().int(),
    total: z.number().int(),
  }),
  refusals: ["BUSY"],
});

export const article = defineCall({
  ...ofEveryone,
  name: "articles.article",
  path: "GET /content/article",
  ask: z.strictObject({ kind, slug: articleSlug }),
  answer: articleRow.extend({ body: z.string() }),
  refusals: ["NOT_FOUND", "BUSY"],
});
