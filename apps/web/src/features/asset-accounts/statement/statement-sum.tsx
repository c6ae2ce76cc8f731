import { Receipt, ReceiptLine, Skeleton, Tag } from "@tidemark/kit-ui";
import { useQuery } from "@tanstack/react-query";
import { Check as CheckIcon } from "lucide-react";
import { answerOf } from "../../../lib/client/answer.ts";
import { signedUnitsText, shownUnits } from "../../../lib/format/number-text.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { useOwnAmounts } from "../../../lib/storage/own-amounts.ts";
import { useUser } from "../../../session/user.ts";
import { requireUnits } from "../../../lib/format/require-units.ts";
import { type Check, checkLines, type Opened, type Part, termsOf } from "./statement-check.ts";
import { m, partTexts } from "./statement-messages.ts";

const askEveryMs = 5_000;
/** As many lines as one answer has. */
const linesChecked = 100;

/** The balances first: lines that were asked for later reach them, or are still behind. */
async function read(opened: Opened, signal: AbortSignal) {
  const balances = await answerOf("balances", {}, signal);
  const { product, asset, sub } = opened;
  const filter = { product, asset, ...(sub === "" ? {} : { sub }) };
  const lines = await answerOf("statement", { ...filter, pageNum: 1, pageSize: linesChecked }, signal);
  return { terms: termsOf(balances, opened), seq: balances.seq, check: checkLines(lines, balances, opened), lines };
}

type StatementSumProps = { opened: Opened; decimals: number; uPnl: string; isContract: boolean };

/** The terms that add up to the figure, and whether the ledger lines agree with them. */
export function StatementSum({ opened, decimals, uPnl, isContract }: StatementSumProps) {
  const t = useTexts();
  const { own } = useOwnAmounts();
  const userId = useUser()?.userId ?? "";
  const { data } = useQuery({
    queryKey: ["own", "statement-sum", userId, opened],
    queryFn: ({ signal }) => read(opened, signal),
    refetchInterval: askEveryMs,
    meta: { isQuiet: true },
  });
  if (data === undefined) return <Skeleton className="h-32! w-full">.</Skeleton>;
  const live = isContract ? requireUnits(uPnl) : 0n;
  const total = data.terms.reduce((sum, { units }) => sum + units, live);
  const term = (part: Part) => t(partTexts[part]);
  return (
    <div className="grid gap-2">
      <Receipt>
        {data.terms.map(({ part, units }) => (
          <ReceiptLine key={part} label={term(part)} testId={`statement-term-${part}`}>
            <span className="num">{own(shownUnits(units, decimals))}</span>
          </ReceiptLine>
        ))}
        {isContract && (
          <ReceiptLine label={t(m.unrealised)} testId="statement-term-live">
            <span className="num">{own(signedUnitsText(live, decimals, 8))}</span>
          </ReceiptLine>
        )}
        <ReceiptLine label={t(m.sum)} isTotal testId="statement-total">
          <span className="num">{own(shownUnits(total, decimals))}</span>
        </ReceiptLine>
      </Receipt>
      <p className="flex flex-wrap items-center gap-2 text-12 text-muted">
        <CheckTag check={data.check} />
        <span className="num">{t(m.atSeq, { seq: String(data.seq) })}</span>
        <span>{t(m.checkedHere, { count: data.lines.list.length })}</span>
      </p>
    </div>
  );
}

function CheckTag({ check }: { check: Check }) {
  const t = useTexts();
  if (check === "agrees")
    return (
      <span data-testid="statement-agrees">
        <Tag tone="brand" icon={<CheckIcon aria-hidden />}>
          {t(m.agrees)}
        </Tag>
      </span>
    );
  return check === "behind" ? <Tag tone="info">{t(m.behind)}</Tag> : <Tag tone="warn">{t(m.differs)}</Tag>;
}
