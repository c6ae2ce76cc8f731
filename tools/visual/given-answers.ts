import type { Page, Route } from "@playwright/test";
import { type SourceSeq, success } from "@tidemark/contracts";

async function answerWith(route: Route, data: object): Promise<void> {
  const answer = await route.fetch();
  const given = (await answer.json()) as { readonly data: SourceSeq | null };
  // A page takes rows of a topic only from the source that it follows, at the number that it has reached.
  const { source, seq } = given.data ?? {};
  const place = "source" in data && source !== undefined ? { source, seq } : {};
  await route.fulfill({ response: answer, json: { ...given, code: success, data: { ...data, ...place } } });
}

/** A page asks again and again, also while it is being closed. */
const ignoringClose =
  (handle: (route: Route) => Promise<void>) =>
  async (route: Route): Promise<void> => {
    try {
      await handle(route);
    } catch (error) {
      if (!(error instanceof Error && /closed|disposed/.test(error.message))) throw error;
    }
  };

/** Answers of the real server with other data, by the path of the call. */
export async function giveAnswers(page: Page, answers: Readonly<Record<string, object>>): Promise<void> {
  for (const [path, data] of Object.entries(answers))
    await page.route(
      (address) => address.pathname === path,
      ignoringClose((route) => answerWith(route, data)),
    );
}
