import type { Lang } from "@tidemark/contracts";
import { toast } from "@tidemark/kit-ui";
import { appConfig } from "../../lib/config/app-config.ts";
import { langsOffered } from "../../lib/storage/choices.ts";
import { currentLang } from "../../lib/i18n/languages.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useFlags } from "../../session/flags.ts";
import { chooseLang } from "./choose-lang.ts";
import { m } from "../shell-messages.ts";

/** The languages offered to this visitor, the current one, and how to change it. */
export function useLanguage(): {
  readonly lang: Lang;
  readonly offered: readonly Lang[];
  readonly choose: (lang: Lang) => void;
} {
  const t = useTexts();
  const { koreanWhite } = useFlags();
  return {
    lang: currentLang(),
    offered: langsOffered(appConfig().langs.list, { isKoreanAllowed: koreanWhite }),
    choose: (lang) => void chooseLang(lang).catch(() => toast.error(t(m.network))),
  };
}
