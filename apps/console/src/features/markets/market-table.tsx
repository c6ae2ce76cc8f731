import type { WatchedMarket } from "@tidemark/contracts";
import { classNames } from "@tidemark/kit-ui";
import { useTexts } from "../../lib/texts.ts";
import { m } from "./market-messages.ts";
import { breakerOf, indexAge, maySwitch, statusNames, type SwitchState, switchStates } from "./market-view.ts";

const tones: Readonly<Record<SwitchState, string>> = {
  TRADING: "bg-brand-soft text-brand",
  CANCEL_ONLY: "bg-warn-soft text-warn",
  HALT: "bg-ink text-canvas",
};

type SwitchProps = { one: WatchedMarket; isAllowed: boolean; onSwitch: (to: SwitchState) => void };

/** The three states as one switch; one that is in none of them is only named. */
function StatusSwitch({ one, isAllowed, onSwitch }: SwitchProps) {
  const t = useTexts();
  if (!switchStates.some((state) => state === one.status))
    return <span className="text-muted">{t(statusNames[one.status])}</span>;
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot stand in a row of a table
      role="group"
      aria-label={t(m.statusOf, { symbol: one.symbol })}
      className="inline-flex divide-x divide-line-strong overflow-hidden rounded-tag ring-1 ring-line-strong ring-inset"
    >
      {switchStates.map((state) => {
        const isNow = state === one.status;
        return (
          <button
            key={state}
            type="button"
            aria-pressed={isNow}
            disabled={!isNow && !(isAllowed && maySwitch(one.status, state))}
            data-testid={`to-${state}`}
            className={classNames(
              "h-6 px-2 text-11 font-medium whitespace-nowrap",
              isNow ? tones[state] : "text-muted enabled:cursor-pointer enabled:hover:bg-hover enabled:hover:text-ink",
            )}
            onClick={(event) => {
              if (isNow) return;
              event.stopPropagation();
              onSwitch(state);
            }}
          >
            {t(statusNames[state])}
          </button>
        );
      })}
    </span>
  );
}

type TableProps = {
  list: readonly WatchedMarket[];
  at: number;
  selected: string | undefined;
  isAllowed: boolean;
  onSelect: (symbol: string) => void;
  onSwitch: (one: WatchedMarket, to: SwitchState) => void;
};

const cell = "h-10 px-2";
const head = "h-9 px-2 font-normal text-muted whitespace-nowrap";

export function MarketTable({ list, at, selected, isAllowed, onSelect, onSwitch }: TableProps) {
  const t = useTexts();
  return (
    <table aria-label={t(m.label)} className="w-full border-collapse text-12">
      <thead>
        <tr>
          <th className={classNames(head, "text-start")}>{t(m.market)}</th>
          <th className={classNames(head, "text-end")}>{t(m.last)}</th>
          <th className={classNames(head, "hidden text-end w980:table-cell")}>{t(m.mark)}</th>
          <th className={classNames(head, "hidden text-end w980:table-cell")}>{t(m.index)}</th>
          <th className={classNames(head, "text-end")}>{t(m.indexAge)}</th>
          <th className={classNames(head, "hidden text-start w1400:table-cell")}>{t(m.breaker)}</th>
          <th className={classNames(head, "text-end")}>{t(m.status)}</th>
        </tr>
      </thead>
      <tbody>
        {list.map((one) => {
          const [age, breaker] = [indexAge(t, one, at), breakerOf(t, one)];
          return (
            <tr
              key={one.symbol}
              data-testid="market-row"
              data-symbol={one.symbol}
              data-status={one.status}
              aria-selected={one.symbol === selected}
              className={classNames(
                "cursor-pointer border-t border-line hover:bg-hover",
                one.symbol === selected && "bg-hover",
              )}
              onClick={() => onSelect(one.symbol)}
            >
              <td className={classNames(cell, "font-semibold whitespace-nowrap")}>{one.symbol}</td>
              <td className={classNames(cell, "num text-end")}>{one.last === "" ? "–" : one.last}</td>
              <td className={classNames(cell, "num hidden text-end w980:table-cell")}>
                {one.mark === "" ? "–" : one.mark}
              </td>
              <td className={classNames(cell, "num hidden text-end w980:table-cell")}>
                {one.index === "" ? "–" : one.index}
              </td>
              <td className={classNames(cell, "num text-end whitespace-nowrap", age.isWarning && "text-warn")}>
                {age.text}
              </td>
              <td
                className={classNames(
                  cell,
                  "hidden whitespace-nowrap w1400:table-cell",
                  breaker.isWarning ? "text-warn" : "text-muted",
                )}
              >
                {breaker.text}
              </td>
              <td className={classNames(cell, "text-end")}>
                <StatusSwitch one={one} isAllowed={isAllowed} onSwitch={(to) => onSwitch(one, to)} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
