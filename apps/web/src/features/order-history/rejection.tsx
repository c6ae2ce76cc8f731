import { type PastOrderRow, refusalOf } from "@tidemark/contracts";
import { phrase } from "@tidemark/contracts/phrases";
import { currentLang } from "../../lib/i18n/languages.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./order-history-messages.ts";

/** Why an order was rejected, in the sentence of the day it was sent. Loaded when it is opened: it has the sentences of all languages. */
export function Rejection({ code, facts }: NonNullable<PastOrderRow["refusal"]>) {
  const t = useTexts();
  const refusal = refusalOf(code);
  return refusal === undefined ? t(m.unknownReason, { code }) : phrase(refusal, facts, currentLang());
}
