import type { AccountFacts as Facts } from "@tidemark/contracts";
import { classNames } from "@tidemark/kit-ui";
import { useTexts } from "../../lib/texts.ts";
import { dayText, isPast, timeText } from "../../lib/time.ts";
import { AccountActs } from "./account-acts.tsx";
import { products } from "../../lib/product-names.ts";
import { factors, m } from "./user-messages.ts";

const statuses = [0, 1, 2, 3] as const;
const openStatus = 3;

/** The four states of an account side by side; the one that holds is lit. */
function Status({ status }: { status: number }) {
  return (
    <span
      className="flex overflow-hidden rounded-tag border border-line-strong"
      data-testid="product-status"
      data-status={status}
    >
      {statuses.map((one) => (
        <span
          key={one}
          aria-hidden={one !== status}
          className={classNames(
            "num grid h-5 w-6 place-items-center text-11",
            one !== status && "text-muted opacity-70",
            one === status && (status === openStatus ? "bg-brand-soft text-brand" : "bg-warn-soft text-warn"),
          )}
        >
          {one}
        </span>
      ))}
    </span>
  );
}

function Accounts({ core }: Pick<Facts, "core">) {
  const t = useTexts();
  return (
    <section className="grid gap-2">
      <h2 className="text-13 font-semibold">{t(m.accounts)}</h2>
      {core === null ? (
        <p className="text-12 text-warn">{t(m.noCore)}</p>
      ) : (
        <ul className="grid">
          {core.products.map(({ id, status }) => (
            <li key={id} className="flex h-8 items-center justify-between border-t border-line text-12">
              <span className="text-muted">{products[id] === undefined ? id : t(products[id])}</span>
              <Status status={status} />
            </li>
          ))}
        </ul>
      )}
      <p className="text-11 text-muted">{t(m.statuses)}</p>
    </section>
  );
}

/** What holds for the account now, and what can be done about it. */
export function AccountFacts({ facts }: { facts: Facts }) {
  const t = useTexts();
  const { core, hasPassword, openSessions, country, site, lang } = facts;
  const lock = core === null || isPast(core.withdrawalsLockedUntil) ? undefined : core.withdrawalsLockedUntil;
  const stands = [
    [t(m.lock), lock === undefined ? t(m.none2) : t(m.until, { time: `${dayText(lock)} ${timeText(lock)}` })],
    [t(m.factors), facts.factors.map((one) => t(factors[one])).join(", ") || t(m.none2)],
    [t(m.password), t(hasPassword ? m.set : m.none2)],
    [t(m.sessions), String(openSessions)],
    [t(m.country), country === "" ? "–" : country],
    [t(m.site), `${site} · ${lang}`],
  ] as const;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <Accounts core={core} />
      <section className="grid gap-2 border-t border-line pt-4">
        <h2 className="text-13 font-semibold">{t(m.stands)}</h2>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-12">
          {stands.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="text-end break-words">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <AccountActs facts={facts} />
    </div>
  );
}
