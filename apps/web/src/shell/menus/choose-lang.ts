import { type Lang, languageOf } from "@tidemark/contracts";
import { loadFontsOf } from "@tidemark/kit-ui";
import { chosenLangs } from "../../lib/storage/choices.ts";
import { client } from "../../lib/client/client.ts";
import { activateLang } from "../../lib/i18n/languages.ts";
import { site } from "../../lib/client/page-hosts.ts";
import { userNow } from "../../session/user.ts";

/**
 * Changes the language of this site. The page renders again without a reload. Messages to the user are sent in this language too. Rejects
 * and changes nothing if the texts cannot be loaded.
 */
export async function chooseLang(lang: Lang): Promise<void> {
  await Promise.all([activateLang(lang), loadFontsOf(languageOf(lang).tag)]);
  chosenLangs.set({ ...chosenLangs.get(), [site.siteId]: lang });
  if (userNow() !== null) await client.call("changeLanguage", { lang });
}
