import { type Lang, languageOf } from "@tidemark/contracts";
import { loadFontsOf } from "@tidemark/kit-ui";
import { chosenLangs } from "../lib/choices.ts";
import { client } from "../lib/client.ts";
import { speak } from "../lib/languages.ts";
import { site } from "../lib/place.ts";
import { userNow } from "../session/user.ts";

/**
 * Speaks another language from here on, on this site. The page redraws itself, it is not loaded again. What is sent to the user is written
 * in it too. Rejects, and changes nothing, where the words cannot be fetched.
 */
export async function chooseLang(lang: Lang): Promise<void> {
  await Promise.all([speak(lang), loadFontsOf(languageOf(lang).tag)]);
  chosenLangs.set({ ...chosenLangs.get(), [site.siteId]: lang });
  if (userNow() !== null) await client.call("changeLanguage", { lang });
}
