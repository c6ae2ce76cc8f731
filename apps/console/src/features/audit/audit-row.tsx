import type { AuditRow } from "@tidemark/contracts";
import { useTexts } from "../../lib/texts.ts";
import { dayText, timeText } from "../../lib/time.ts";
import { m } from "./audit-messages.ts";

/** Who did it: an operator by name, a person at the command line, an account of a trader, or a process. */
export function useActor(): (row: AuditRow) => string {
  const t = useTexts();
  return ({ name, operator, origin }) => {
    if (name !== "") return name;
    if (operator > 0) return t(m.account, { uid: String(operator) });
    return origin === "" ? t(m.process) : t(m.commandLine);
  };
}

const textOf = (value: unknown): string => (value === null ? "–" : JSON.stringify(value, null, 1));

/** Everything that the log has about one row. */
export function AuditFacts({ row }: { row: AuditRow }) {
  const t = useTexts();
  const actorOf = useActor();
  const facts = [
    [t(m.who), actorOf(row)],
    [t(m.from), row.origin === "" ? "–" : row.origin],
    [t(m.what), `${row.action} ${row.subject}`],
    [t(m.reason), row.reason === "" ? "–" : row.reason],
    [t(m.time), `${dayText(row.at)} ${timeText(row.at)}`],
  ] as const;
  return (
    <section className="grid content-start gap-4" data-testid="audit-facts">
      <h2 className="text-14 font-semibold">{t(m.rowTitle, { number: row.number.toLocaleString("en-US") })}</h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-12">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="text-end break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {(["before", "after"] as const).map((side) => (
        <div key={side} className="grid gap-1">
          <h3 className="text-12 text-muted">{t(m[side])}</h3>
          <pre className="overflow-auto rounded-control bg-surface p-2 font-mono text-11 whitespace-pre-wrap">
            {textOf(row[side])}
          </pre>
        </div>
      ))}
      <div className="grid gap-2 border-t border-line pt-4">
        <h3 className="text-13 font-semibold">{t(m.link)}</h3>
        <p className="font-mono text-11 break-all text-muted">{row.hash}</p>
        <p className="text-12 text-muted">{t(m.covers)}</p>
      </div>
    </section>
  );
}
