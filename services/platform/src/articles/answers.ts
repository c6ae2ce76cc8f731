import { calls } from "@tidemark/contracts";
import { type Answer, answer, type Database, given, refuse } from "@tidemark/kit-node";
import { articles } from "./store.ts";

const wordsMax = 8;
const wordsOf = (search: string): string[] => search.split(/\s+/).filter(Boolean).slice(0, wordsMax);

/** Contract → store. Articles are read in the language of the request. */
export const articleAnswers = ({ db }: { readonly db: Database }): Answer[] => [
  answer(calls.articleList, async ({ kind, search, pageNum, pageSize }, { from }) => {
    const wanted = { kind, lang: from.lang, words: wordsOf(search) };
    const list = await articles.page(db, wanted, pageSize, (pageNum - 1) * pageSize);
    return given({ list, pageNum, pageSize, total: await articles.total(db, wanted) });
  }),
  answer(calls.article, async ({ kind, slug }, { from }) => {
    const found = await articles.one(db, { kind, lang: from.lang }, slug);
    return found === undefined ? refuse("NOT_FOUND") : given(found);
  }),
];
