import { Note } from "@tidemark/kit-ui";
import { useQuery } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { answerOf } from "../../lib/client/answer.ts";
import { dateText } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { securityKey } from "../../session/security-settings.ts";
import { m } from "./security-messages.ts";

/** The core learns of a change a moment after the page. */
const askEveryMs = 5_000;

/** The end of the withdrawal lock, as the core has it; nothing if nothing is locked. */
export function WithdrawalLock() {
  const t = useTexts();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: [...securityKey, "withdrawal-lock"],
    queryFn: ({ signal }) => answerOf("withdrawalLock", {}, signal),
    refetchInterval: askEveryMs,
  });
  if (data === undefined || data.lockedUntil <= dataUpdatedAt) return null;
  return (
    <div className="pb-6" data-testid="withdrawal-lock" data-until={data.lockedUntil}>
      <Note tone="warn" icon={<Clock aria-hidden size={16} />}>
        {t(m.locked, { date: dateText(data.lockedUntil).slice(0, 16) })}
      </Note>
    </div>
  );
}
