import type { TriggerRow } from "@tidemark/contracts";
import { EmptyState, Table } from "@tidemark/kit-ui";
import { Layers } from "lucide-react";
import { useState } from "react";
import { type Live, useLive } from "../../lib/client/live.ts";
import { useWidthFrom } from "../../lib/device/use-width.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import { useEngineFigures } from "../../session/position-figures.ts";
import { useTradingSettings } from "../../session/trading-settings.ts";
import { heldIn, type Position } from "./held-positions.ts";
import { PositionCard } from "./position-card.tsx";
import { PositionDialog } from "./position-dialogs.tsx";
import { PositionLine } from "./position-line.tsx";
import type { PositionAct } from "./position-parts.tsx";
import { m } from "./positions-messages.ts";
import { useActsAtOnce } from "./use-acts-at-once.ts";

export type PositionsProps = {
  positions: Live<Position>;
  triggers: Live<TriggerRow>;
  userId: string;
  scope: OrderScope;
};

const columns = [
  "contract",
  "size",
  "value",
  "entry",
  "mark",
  "liquidation",
  "margin",
  "pnl",
  "realised",
  "exits",
  "adl",
  "actions",
] as const;

export function Positions({ positions, triggers, userId, scope }: PositionsProps) {
  const t = useTexts();
  const { state, rows } = useLive(positions);
  const { state: triggersState, rows: waiting } = useLive(triggers);
  const held = heldIn(scope, rows);
  const figuresFor = useEngineFigures(userId, held.length > 0);
  const isWide = useWidthFrom(768);
  const atOnce = useActsAtOnce();
  const { pnlBy } = useTradingSettings();
  const [open, setOpen] = useState<{ key: string; act: PositionAct }>();
  if (state !== "loading" && held.length === 0)
    return <EmptyState icon={<Layers size={24} strokeWidth={1.5} />} title={t(m.emptyTitle)} hint={t(m.emptyHint)} />;
  const lines = held.map((one) => {
    const key = `${one.position.symbol} ${one.posSide}`;
    return {
      key,
      held: one,
      figures: figuresFor(one.position.symbol, one.posSide),
      triggers: waiting,
      isOnItsWay: (act: PositionAct) => atOnce.isOnItsWay(act, one),
      onAct: (act: PositionAct) => {
        if (!atOnce.send(act, one)) setOpen({ key, act });
      },
    };
  });
  const opened = open === undefined ? undefined : lines.find(({ key }) => key === open.key);
  // A position that is closed meanwhile takes its dialog with it, also if it is opened again later.
  if (open !== undefined && opened === undefined && state !== "loading") setOpen(undefined);
  return (
    <>
      {isWide ? (
        <Table
          label={t(m.title)}
          columns={columns.map((id) => ({ id, label: t(id === "pnl" && pnlBy === "LAST" ? m.pnlByLast : m[id]) }))}
        >
          {lines.map(({ key, ...line }) => (
            <PositionLine key={key} {...line} />
          ))}
        </Table>
      ) : (
        <ul aria-label={t(m.title)} className="text-12">
          {lines.map(({ key, ...line }) => (
            <PositionCard key={key} {...line} />
          ))}
        </ul>
      )}
      {open !== undefined && opened !== undefined && (
        <PositionDialog
          act={open.act}
          held={opened.held}
          figures={opened.figures}
          triggers={triggersState === "loading" ? undefined : waiting}
          userId={userId}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
