import { Note } from "@tidemark/kit-ui";
import { useQuery } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { answerOf } from "../../lib/answer.ts";
import { dateText } from "../../lib/number-text.ts";
import { useWords } from "../../lib/words.ts";
import { securityKey } from "../../session/guards.ts";
import { m } from "./security-messages.ts";

/** The core is told of a change a moment after the page is. */
const askEveryMs = 5_000;

/** Until when nothing leaves the account, as the core keeps it; nothing where nothing is locked. */
export function WithdrawalLock() {
  const t = useWords();
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
