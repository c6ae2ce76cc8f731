import type { AppConfig } from "@tidemark/contracts";
import type { AnswerOf, Outcome } from "@tidemark/kit-client";

type Languages = AppConfig["langs"];

/** So long the page waits for the list once it has its config: a page in a language of its config is better than no page. */
const listWaitMaxMs = 1_000;

/** The config's languages that the exchange offers on this site; all of the config's where the list does not come. */
export async function offeredLanguages(
  { defaultLang, list }: Languages,
  asked: Promise<Outcome<AnswerOf<"langList">>>,
  sleep: (ms: number) => Promise<void>,
): Promise<Languages> {
  const outcome = await Promise.race([asked, sleep(listWaitMaxMs)]);
  if (outcome === undefined || !outcome.ok) return { defaultLang, list };
  const given = new Set(outcome.value.list.map(({ lang }) => lang));
  const offered = list.filter((lang) => given.has(lang));
  const first = [defaultLang, outcome.value.defaultLang].find((lang) => offered.includes(lang)) ?? offered[0];
  return first === undefined ? { defaultLang, list } : { defaultLang: first, list: offered };
}
