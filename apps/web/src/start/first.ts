// What cannot wait for the bundle: how the page looks, and the files that it is about to need. A small file of its own before the first
// paint, because pages allow no inline script. Calls are not begun here: every one carries its headers and its proof.
import { defaultLang, isLang, langs, languageOf, siteOfPath } from "@tidemark/contracts";
import { beginRequest } from "../lib/begun.ts";
import { langOf } from "../lib/lang-of.ts";
import { wordFileOf } from "../lib/word-file-of.ts";
import { type FirstFiles, firstFilesFor } from "./first-files.ts";
import { configModuleOf } from "./first-addresses.ts";
import { sayFirst } from "./first-words.ts";

/** What the last visit left; a browser may have nothing, refuse, or hold what is not ours. */
function kept(module: string): Readonly<Record<string, unknown>> {
  try {
    const { data } = JSON.parse(localStorage.getItem(`spot.${module}`) ?? "") as {
      data: Record<string, unknown> | null;
    };
    return data ?? {};
  } catch {
    return {};
  }
}

/** Read from a copy: the bundle reads the answer itself. */
const jsonOf = async <T>(answer: Promise<Response>): Promise<T> => (await answer).clone().json() as Promise<T>;

const page = document.documentElement;
const { theme, rise } = kept("preferences");
// A light page must not flash dark.
if (typeof theme === "string") page.dataset.theme = theme;
if (typeof rise === "string") page.dataset.rise = rise;

const site = siteOfPath(location.pathname);
const path = location.pathname.slice(site.prefix.length) || "/";
const config = kept(configModuleOf(site.siteId));

const lang = langOf(
  kept("languages")[site.siteId],
  navigator.languages,
  isLang(config.lang) ? config.lang : defaultLang,
  langs,
);
const { files: list } = (document.currentScript as HTMLScriptElement | null)?.dataset ?? {};
if (list !== undefined) {
  const { files, words, says } = firstFilesFor(JSON.parse(list) as FirstFiles, path);
  for (const file of files)
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: file }));
  const answers = words.map((part) => beginRequest(wordFileOf(part, languageOf(lang).tag)));
  // Where words cannot be had, the page will say so.
  if (says !== undefined) sayFirst(jsonOf(answers.at(-1)!), says).catch(() => undefined);
}
