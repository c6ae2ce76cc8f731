import { ArrowLeftRight, X } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { LineAct } from "../../features/chart/own-lines/own-line.ts";
import { heldIn } from "../../features/positions/held-positions.ts";
import { PositionDialog } from "../../features/positions/position-dialogs.tsx";
import { useActsAtOnce } from "../../features/positions/use-acts-at-once.ts";
import { useLive, userLive } from "../../lib/client/live.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { PositionSide } from "../../lib/markets/margin-settings.ts";
import { isContract, type Market } from "../../lib/markets/market.ts";
import { useEngineFigures } from "../../session/position-figures.ts";
import { m } from "./chart-lines-messages.ts";
import type { OwnTopics } from "./own-topics.ts";

type PositionActs = {
  /** The buttons of a position's chip. */
  readonly actsOf: (posSide: PositionSide) => readonly LineAct[];
  readonly dialog: ReactNode;
};

/** Reverse and close of a position from its line of the chart, by the dialogs of the list. */
export function usePositionActs(market: Market, own: OwnTopics | undefined): PositionActs {
  const t = useTexts();
  const userId = isContract(market) ? own?.userId : undefined;
  const positions = useLive(userId === undefined ? undefined : userLive("positions", userId));
  const triggers = useLive(own?.triggers);
  const held = heldIn({ product: market.product, markets: [market], only: undefined }, positions.rows);
  const figuresFor = useEngineFigures(own?.userId ?? "", held.length > 0);
  const atOnce = useActsAtOnce();
  const [open, setOpen] = useState<{ readonly posSide: PositionSide; readonly act: "reverse" | "close" }>();
  const opened = held.find(({ posSide }) => posSide === open?.posSide);
  // A position that is closed meanwhile takes its dialog with it.
  if (open !== undefined && opened === undefined && positions.state !== "loading") setOpen(undefined);
  // The lines are made when something of them changes, and their buttons do what is right when they are pressed.
  const latest = useRef<(posSide: PositionSide, act: "reverse" | "close") => void>(undefined);
  useEffect(() => {
    latest.current = (posSide, act) => {
      const one = held.find((each) => each.posSide === posSide);
      if (one !== undefined && !atOnce.send(act, one)) setOpen({ posSide, act });
    };
  });
  // A voucher's position is never reversed; a text, so that the lines are made anew only when it changes.
  const ofVouchers = held
    .filter(({ position }) => position.voucherLeverage > 0)
    .map(({ posSide }) => posSide)
    .join(" ");
  const actsOf = useCallback(
    (posSide: PositionSide): readonly LineAct[] => [
      ...(ofVouchers.includes(posSide)
        ? []
        : [
            {
              id: "reverse",
              label: t(m.reverse),
              icon: <ArrowLeftRight size={10} />,
              onAct: () => latest.current?.(posSide, "reverse"),
            },
          ]),
      {
        id: "close",
        label: t(m.closePosition),
        icon: <X size={10} />,
        onAct: () => latest.current?.(posSide, "close"),
      },
    ],
    [t, ofVouchers],
  );
  return {
    actsOf,
    dialog: open !== undefined && opened !== undefined && own !== undefined && (
      <PositionDialog
        act={open.act}
        held={opened}
        figures={figuresFor(market.symbol, opened.posSide)}
        triggers={triggers.state === "loading" ? undefined : triggers.rows}
        userId={own.userId}
        onClose={() => setOpen(undefined)}
      />
    ),
  };
}
