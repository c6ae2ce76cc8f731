import type { WithdrawalCase } from "@tidemark/contracts";
import { CopyButton, Note, Tag } from "@tidemark/kit-ui";
import { amountText } from "../../lib/amount.ts";
import { useTexts } from "../../lib/texts.ts";
import { dayText, isPast, timeText } from "../../lib/time.ts";
import { waitingTimeText } from "../../lib/waiting-time.ts";
import { deciding, m, risks } from "./withdrawal-messages.ts";

const command = "pnpm operator sign-intent withdrawal.txt --approver NAME --key FILE";

function Why({ one }: { one: WithdrawalCase }) {
  const t = useTexts();
  return (
    <section className="grid gap-2">
      <h2 className="text-13 font-semibold">{t(m.why)}</h2>
      <ul className="grid">
        {one.risks.map((risk) => (
          <li key={risk} className="grid grid-cols-[150px_minmax(0,1fr)] gap-3 border-t border-line py-2 text-12">
            <span>
              <Tag tone={deciding.includes(risk) ? "warn" : "info"}>{t(risks[risk].title)}</Tag>
            </span>
            <span className="text-muted">{t(risks[risk].hint)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The text byte for byte, and the command that signs it where the key is. */
export function Intent({ one }: { one: WithdrawalCase }) {
  const t = useTexts();
  const isOver = isPast(one.expiresAt);
  if (one.intent === "") return <Note tone="warn">{t(m.noIntent)}</Note>;
  const copy = { label: t(m.copyText), doneLabel: t(m.copied) };
  return (
    <section className="grid gap-2">
      <h2 className="flex items-center justify-between text-13 font-semibold">
        {t(m.sign)}
        <CopyButton {...copy} text={one.intent} />
      </h2>
      <pre
        className="rounded-control border border-line bg-surface p-3 font-mono text-11 leading-5 break-all whitespace-pre-wrap"
        data-testid="intent"
      >
        {one.intent}
      </pre>
      <p className="text-12 text-muted">{t(m.signNote)}</p>
      <p className="flex items-center gap-2 rounded-control bg-surface p-2 font-mono text-11 break-all">
        <span className="flex-1">{command}</span>
        <CopyButton {...copy} label={t(m.copyCommand)} text={command} />
      </p>
      <p className="text-12 text-muted">
        {isOver ? t(m.expired) : t(m.until, { time: `${dayText(one.expiresAt)} ${timeText(one.expiresAt)}` })}
      </p>
    </section>
  );
}

/** An address in groups of four: what people compare character by character. */
const grouped = (address: string): string => address.match(/.{1,4}/g)?.join(" ") ?? address;

export function CaseView({ one }: { one: WithdrawalCase }) {
  const t = useTexts();
  const facts = [
    [t(m.account), String(one.uid)],
    [t(m.arrives), `${amountText(one.arrives)} ${one.asset}`],
    [t(m.addressLabel), one.label],
    [t(m.memo), one.memo],
    [t(m.receiver), one.receiver],
    [t(m.asked), waitingTimeText(t, one.madeAt)],
  ].filter(([, value]) => value !== "");
  return (
    <div className="grid content-start gap-5 p-5" data-testid="case">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <b className="num text-16 font-semibold">{amountText(one.amount)}</b>
        <span className="text-14 text-muted">{one.asset}</span>
        <span className="text-12 text-muted">{`${one.network} · ${t(m.worth, { value: amountText(one.value) })}`}</span>
      </p>
      <div className="grid gap-3 rounded-panel border border-line bg-surface p-4">
        <p className="font-mono text-13 break-words" aria-label={one.address} data-testid="address">
          {grouped(one.address)}
        </p>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-12">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="num break-words">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Why one={one} />
    </div>
  );
}
