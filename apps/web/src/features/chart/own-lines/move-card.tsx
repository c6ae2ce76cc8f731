import { BeforeAfter, Button } from "@tidemark/kit-ui";
import { group } from "@tidemark/money";
import { useLayoutEffect, useRef } from "react";
import { useTexts } from "../../../lib/i18n/texts.ts";
import type { ChartPort } from "../port/chart-port.ts";
import type { OwnLine } from "./own-line.ts";
import { m } from "./own-lines-messages.ts";

type MoveCardProps = {
  port: ChartPort;
  line: OwnLine;
  price: string;
  onConfirm: () => void;
  onCancel: () => void;
};

const gap = 18;

/** What a move changes, before it is sent. It stands below the moved line, and above where there is no room. */
export function MoveCard({ port, line, price, onConfirm, onCancel }: MoveCardProps) {
  const t = useTexts();
  const card = useRef<HTMLElement>(null);
  const rows = line.move?.rows(price) ?? [];

  // Before it is painted: it would be seen in the corner first.
  useLayoutEffect(() => {
    const element = card.current;
    const places = [line.price, price].map((each) => port.scale.yOf(Number(each)) ?? 0);
    if (element === null) return;
    const { width, height } = port.scale.size();
    const below = Math.max(...places) + gap;
    const above = Math.min(...places) - gap - element.offsetHeight;
    const top = below + element.offsetHeight <= height || above < 0 ? below : above;
    const highest = Math.max(4, height - element.offsetHeight - 4);
    element.style.top = `${Math.min(highest, Math.max(4, top))}px`;
    element.style.left = `${Math.max(8, (width - element.offsetWidth) / 2)}px`;
  });

  return (
    <section
      ref={card}
      aria-label={line.move?.title}
      data-testid="move-card"
      data-hotkeys-off
      className="layer pointer-events-auto absolute z-3 grid w-71 max-w-[calc(100%-16px)] gap-2 rounded-panel p-3 text-12 shadow-raised"
    >
      <h3 className="text-13 font-semibold">{line.move?.title}</h3>
      <dl className="grid gap-1">
        {[{ label: t(m.price), before: group(line.price), after: group(price) }, ...rows].map((row) => (
          <div key={row.label} className="flex items-baseline justify-between gap-3">
            <dt className="text-muted">{row.label}</dt>
            <dd className="font-semibold">
              <BeforeAfter before={row.before} after={row.after} label={t(m.becomes)} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="grid grid-cols-[auto_1fr] gap-2 pt-1">
        <Button look="plain" size="sm" onPress={onCancel}>
          {t(m.cancel)} <kbd className="rounded-tag px-1 text-11 text-muted ring-1 ring-line-strong">Esc</kbd>
        </Button>
        <Button look="primary" size="sm" onPress={onConfirm} data-testid="move-confirm">
          {t(m.confirm)} <kbd className="rounded-tag px-1 text-11 ring-1 ring-current">↵</kbd>
        </Button>
      </div>
    </section>
  );
}
