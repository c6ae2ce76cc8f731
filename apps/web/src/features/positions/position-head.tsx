import type { TriggerRow } from "@tidemark/contracts";
import { Tag } from "@tidemark/kit-ui";
import { shown } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { EngineFigures } from "../../session/position-figures.ts";
import type { Held } from "./held-positions.ts";
import { m } from "./positions-messages.ts";

/** What every dialog of a position is given. */
export type PositionDialogProps = {
  held: Held;
  /** Undefined until the engine has answered. */
  figures: EngineFigures | undefined;
  userId: string;
  onClose: () => void;
};

/** The exits need what waits already, and the leverage. */
export type ExitsDialogProps = Omit<PositionDialogProps, "figures"> & {
  figures: EngineFigures;
  triggers: readonly TriggerRow[];
};

/** Which position a dialog is about. */
export function PositionHead({ held, figures }: Pick<PositionDialogProps, "held" | "figures">) {
  const t = useTexts();
  const { market, position, posSide } = held;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className={posSide === "LONG" ? "text-rise" : "text-fall"}>{t(m[posSide])}</span>
      <b className="text-16 font-semibold">{market.title}</b>
      {figures !== undefined && (
        <Tag>
          {t(m[figures.mode])} <span className="num">{figures.leverage}×</span>
        </Tag>
      )}
      <span className="ms-auto">
        <span className="num font-medium">{shown(position.qty, market.sizeDecimals)}</span>{" "}
        <span className="text-muted">{market.sizeUnit}</span>
      </span>
    </div>
  );
}
