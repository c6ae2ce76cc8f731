import type { TriggerRow } from "@tidemark/contracts";
import { lazy, Suspense } from "react";
import type { PositionDialogProps } from "./position-head.tsx";
import type { PositionAct } from "./position-parts.tsx";

const FlashClose = lazy(async () => ({ default: (await import("./flash-close.tsx")).FlashClose }));
const CloseDialog = lazy(async () => ({ default: (await import("./close-dialog.tsx")).CloseDialog }));
const ReverseDialog = lazy(async () => ({ default: (await import("./reverse-dialog.tsx")).ReverseDialog }));
const ShareDialog = lazy(async () => ({ default: (await import("./share/share-dialog.tsx")).ShareDialog }));
const MarginDialog = lazy(async () => ({ default: (await import("./margin-dialog.tsx")).MarginDialog }));
const ExitsDialog = lazy(async () => ({ default: (await import("./exits-dialog.tsx")).ExitsDialog }));

type PositionDialogsProps = PositionDialogProps & {
  act: PositionAct;
  /** Undefined until loaded: what stands would otherwise look empty. */
  triggers: readonly TriggerRow[] | undefined;
};

/** The dialog of what the trader wants to do with a position. */
export function PositionDialog({ act, triggers, ...props }: PositionDialogsProps) {
  const { market, posSide, position } = props.held;
  return (
    <Suspense>
      {act === "flash" && <FlashClose market={market} posSide={posSide} qty={position.qty} onClose={props.onClose} />}
      {act === "close" && <CloseDialog {...props} />}
      {act === "reverse" && <ReverseDialog {...props} />}
      {act === "share" && <ShareDialog {...props} />}
      {act === "margin" && <MarginDialog {...props} />}
      {act === "exits" && triggers !== undefined && props.figures !== undefined && (
        <ExitsDialog {...props} figures={props.figures} triggers={triggers} />
      )}
    </Suspense>
  );
}
