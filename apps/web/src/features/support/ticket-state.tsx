import type { TicketState } from "@tidemark/contracts";
import { Tag, type TagTone } from "@tidemark/kit-ui";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./support-messages.ts";

const tones: Readonly<Record<TicketState, TagTone>> = { OPEN: "info", ANSWERED: "warn", CLOSED: "neutral" };

export function TicketStateTag({ state }: { state: TicketState }) {
  const t = useTexts();
  return <Tag tone={tones[state]}>{t(m[state])}</Tag>;
}
