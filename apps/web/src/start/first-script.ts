// Runs before the bundle: sets the theme and preloads the files of the path. A separate small file that blocks the first paint, because
// pages allow no inline script. It sends no calls: these need headers and a proof.
import { defaultLang, isLang, langs, languageOf, siteOfPath } from "@tidemark/contracts";
import { preloadRequest } from "../lib/i18n/preloaded-requests.ts";
import { isSimulatedPath } from "../lib/client/simulated-path.ts";
import { langOf } from "../lib/i18n/lang-of.ts";
import { textFilePathOf } from "../lib/i18n/text-file-path.ts";
import { type PreloadList, preloadsFor } from "./preload-list.ts";
import { configStorageKeyOf } from "./config-storage-key.ts";
import { frameOfPath } from "./frame-of-path.ts";
import { drawFirstPaint } from "./static-first-paint.ts";

/** A record of the last visit. The browser may have none, refuse access, or hold a foreign record. */
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
// Before the first paint: a simulated page must look like one from its first frame.
if (isSimulatedPath(path)) page.dataset.sim = "";
// The outline of the first HTML; inside the app there is another bar, which the bundle draws.
if (!/\bTidemarkApp\//.test(navigator.userAgent)) page.dataset.frame = frameOfPath(path);
const config = kept(configStorageKeyOf(site.siteId));

const lang = langOf(
  kept("languages")[site.siteId],
  navigator.languages,
  isLang(config.lang) ? config.lang : defaultLang,
  langs,
);
const { files: list } = (document.currentScript as HTMLScriptElement | null)?.dataset ?? {};
if (list !== undefined) {
  const { files, texts, firstPaint } = preloadsFor(JSON.parse(list) as PreloadList, path);
  for (const file of files)
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: file }));
  const answers = texts.map((part) => preloadRequest(textFilePathOf(part, languageOf(lang).tag)));
  // If the texts cannot be loaded, start-up reports it.
  if (firstPaint !== undefined) drawFirstPaint(jsonOf(answers.at(-1)!), firstPaint).catch(() => undefined);
}
