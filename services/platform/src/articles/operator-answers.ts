import { consoleCalls } from "@tidemark/contracts";
import {
  type Answer,
  answer,
  auditLog,
  type Clock,
  type Database,
  given,
  inTransaction,
  refuse,
} from "@tidemark/kit-node";
import { articles } from "./store.ts";

export type WriterDeps = { readonly db: Database; readonly clock: Pick<Clock, "now"> };

/** What operators ask in the console. A change and its line of the audit log are one transaction. */
export function writerAnswers({ db, clock }: WriterDeps): Answer[] {
  const change = <T>(work: (tx: Database, at: number) => Promise<T>): Promise<T> =>
    inTransaction(db, (tx) => work(tx, clock.now()));

  return [
    answer(consoleCalls.articleDrafts, async () => given({ list: await articles.drafts(db) })),
    answer(consoleCalls.readDraft, async ({ slug }) => {
      const draft = await articles.draft(db, slug);
      return draft === undefined ? refuse("NOT_FOUND") : given({ draft, texts: await articles.texts(db, slug) });
    }),
    answer(consoleCalls.saveArticle, ({ slug, kind, text }, { uid, from }) =>
      change(async (tx, at) => {
        const before = (await articles.texts(tx, slug)).find(({ lang }) => lang === text.lang) ?? null;
        await articles.save(tx, slug, kind, text, at);
        const line = { uid, origin: from.ip, at, action: "article written", subject: `${slug} ${text.lang}` };
        await auditLog.append(tx, [{ ...line, reason: `text of ${slug}`, before, after: text }]);
        return given({ slug });
      }),
    ),
    answer(consoleCalls.publishArticle, ({ slug, isPublished }, { uid, from }) =>
      change(async (tx, at) => {
        const draft = await articles.draft(tx, slug);
        if (draft === undefined) return refuse("NOT_FOUND");
        if (isPublished && draft.title === "") return refuse("REQUEST_INVALID");
        await articles.publish(tx, slug, isPublished, at);
        const action = isPublished ? "article published" : "article taken back";
        const line = { uid, origin: from.ip, at, action, subject: slug, reason: `article ${slug}` };
        await auditLog.append(tx, [{ ...line, before: draft.isPublished, after: isPublished }]);
        return given({ slug });
      }),
    ),
  ];
}
