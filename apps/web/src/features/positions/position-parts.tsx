import { Button, classNames, Menu, type MenuEntry, Skeleton } from "@tidemark/kit-ui";
import { ArrowLeftRight, Coins, Ellipsis, LoaderCircle, Pencil, Share2, Target, Zap } from "lucide-react";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { m } from "./positions-messages.ts";

/** What can be done with a position; each opens its dialog. */
export type PositionAct = "flash" | "close" | "reverse" | "margin" | "exits" | "share";
export type ActsProps = {
  onAct: (act: PositionAct) => void;
  /** An act that was sent without a dialog and is not answered yet. */
  isOnItsWay: (act: PositionAct) => boolean;
};

/** A number, or a bar as wide until it is known. */
export function Known({ text, like, className }: { text: string | undefined; like: string; className?: string }) {
  return text === undefined ? (
    <Skeleton>{like}</Skeleton>
  ) : (
    <span className={classNames("num", className)}>{text}</span>
  );
}

type ExitTextsProps = {
  market: ContractMarket;
  side: string;
  tp: string | undefined;
  sl: string | undefined;
  onEdit: () => void;
};

/** Take profit above stop loss; pressed, they are changed. */
export function ExitTexts({ market, side, tp, sl, onEdit }: ExitTextsProps) {
  const t = useTexts();
  const label = t(m.editExits, { contract: market.title, side });
  if (tp === undefined && sl === undefined)
    return (
      <Button look="link" size="sm" onPress={onEdit} aria-label={label} data-testid="exits-open">
        {t(m.add)}
      </Button>
    );
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onEdit}
      data-testid="exits-open"
      className="group/edit num -mx-1 inline-flex items-start gap-1 rounded-control px-1 text-end hover:bg-line-strong"
    >
      <Pencil aria-hidden size={11} strokeWidth={2} className="mt-0.75 text-faint group-hover/edit:text-ink" />
      <span>
        <span className="block" data-testid="position-tp">
          {tp ?? "—"}
        </span>
        <small className="block text-11 text-muted" data-testid="position-sl">
          {sl ?? "—"}
        </small>
      </span>
    </button>
  );
}

type ActionsProps = ActsProps & {
  hasOwnMargin: boolean;
  /** Closed as a whole only, and never reversed. */
  isVoucher: boolean;
  isCard?: boolean;
};

export function PositionActions({ hasOwnMargin, isVoucher, onAct, isOnItsWay, isCard = false }: ActionsProps) {
  const t = useTexts();
  const look = isCard ? "h-9! flex-1" : "text-11 group-hover/row:bg-line-strong";
  const entries: readonly MenuEntry[] = [
    { id: "exits", label: t(m.exits), icon: <Target size={16} />, testId: "act-exits", onAction: () => onAct("exits") },
    ...(isVoucher
      ? []
      : [
          {
            id: "reverse",
            label: t(m.reverse),
            icon: <ArrowLeftRight size={16} />,
            testId: "act-reverse",
            onAction: () => onAct("reverse"),
          },
        ]),
    ...(hasOwnMargin
      ? [
          {
            id: "margin",
            label: t(m.addMargin),
            icon: <Coins size={16} />,
            testId: "act-margin",
            onAction: () => onAct("margin"),
          },
        ]
      : []),
    { id: "share", label: t(m.share), icon: <Share2 size={16} />, testId: "act-share", onAction: () => onAct("share") },
  ];
  return (
    <span className={classNames("inline-flex items-center gap-1.5", isCard && "w-full")}>
      <Button size="sm" onPress={() => onAct("close")} data-testid="close-open" className={look}>
        {t(m.closePosition)}
      </Button>
      <Button
        size="sm"
        isPending={isOnItsWay("flash")}
        onPress={() => onAct("flash")}
        data-testid="flash-close-open"
        className={look}
      >
        <Zap aria-hidden size={12} className="text-warn" />
        {t(m.flash)}
      </Button>
      <Menu
        label={t(m.more)}
        face={
          // Reverse is an entry of this list, which is closed while it is on its way.
          isOnItsWay("reverse") ? (
            <LoaderCircle aria-hidden size={16} className="animate-turn motion-reduce:opacity-60" />
          ) : (
            <Ellipsis size={16} />
          )
        }
        faceClassName="inline-grid size-6 place-items-center rounded-control text-muted hover:bg-line-strong hover:text-ink pointer-coarse:size-9"
        entries={entries}
        testId="position-more"
      />
    </span>
  );
}
