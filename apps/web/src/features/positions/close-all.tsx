import { Button, Dialog, Skeleton, toast } from "@tidemark/kit-ui";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { answerOf } from "../../lib/client/answer.ts";
import { client } from "../../lib/client/client.ts";
import { type Live, useLive } from "../../lib/client/live.ts";
import { m as dialogTexts } from "../../lib/dialogs/dialog-messages.ts";
import { shown, shownUnits } from "../../lib/format/number-text.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { averageOf } from "../../lib/markets/market-value.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import { type Held, heldIn, type Position } from "./held-positions.ts";
import { m } from "./position-dialog-messages.ts";

const askEveryMs = 5_000;

export type CloseAllProps = { positions: Live<Position>; scope: OrderScope };

/** For the header of the dock. It closes the whole product, whatever the list hides. */
export function CloseAll({ positions, scope }: CloseAllProps) {
  const t = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const held = heldIn({ ...scope, only: undefined }, useLive(positions).rows);
  return (
    <>
      <Button
        look="ghost"
        size="sm"
        isDisabled={held.length === 0}
        onPress={() => setIsOpen(true)}
        data-testid="close-all"
      >
        {t(m.closeAll)}
      </Button>
      {isOpen && <CloseAllDialog held={held} product={scope.product} onClose={() => setIsOpen(false)} />}
    </>
  );
}

type CloseAllDialogProps = { held: readonly Held[]; product: number; onClose: () => void };

function CloseAllDialog({ held, product, onClose }: CloseAllDialogProps) {
  const t = useTexts();
  const { submit, isPending } = useSubmit<{ positions: number }>({
    isWhole: true,
    onDone: ({ positions }) => {
      toast.success(t(m.closesSent, { count: positions, total: held.length }));
      onClose();
    },
  });
  const previews = useQueries({
    queries: held.map(({ market: { symbol }, posSide, position: { qty } }) => ({
      queryKey: ["own", "preview", "flash-close", symbol, posSide, qty],
      queryFn: ({ signal }: { signal: AbortSignal }) => answerOf("previewFlashClose", { symbol, posSide }, signal),
      refetchInterval: askEveryMs,
      retry: false,
      meta: { isQuiet: true },
    })),
  });
  return (
    <Dialog
      title={t(m.closeAllTitle)}
      size="wide"
      closeLabel={t(dialogTexts.close)}
      onClose={onClose}
      testId="close-all-dialog"
      footer={
        <>
          <Button look="ghost" size="lg" onPress={onClose}>
            {t(dialogTexts.cancel)}
          </Button>
          <Button
            look="sell"
            size="lg"
            isPending={isPending}
            isDisabled={held.length === 0}
            onPress={() => void submit((requestId) => client.call("closeAll", { product, requestId }), { product })}
            data-testid="close-all-submit"
          >
            {t(m.closeCount, { count: held.length })}
          </Button>
        </>
      }
    >
      <p className="text-13 text-muted">{t(m.closeAllHint)}</p>
      <table className="w-full text-12 [&_td]:py-1.5 [&_td]:text-end [&_th]:pb-1.5 [&_th]:text-end [&_th]:text-11 [&_th]:font-normal [&_th]:text-muted [&_tr>*:first-child]:text-start">
        <thead>
          <tr>
            {[m.contract, m.size, m.average, m.pnl, m.fee].map((label) => (
              <th key={t(label)} scope="col">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {held.map((one, at) => (
            <CloseRow key={`${one.market.symbol} ${one.posSide}`} held={one} preview={previews[at]} />
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

type CloseRowProps = {
  held: Held;
  preview:
    | {
        data?: { filledQty: string; filledValue: string; fee: string; realisedPnl?: string | undefined } | undefined;
        error: Error | null;
      }
    | undefined;
};

function CloseRow({ held, preview }: CloseRowProps) {
  const t = useTexts();
  const { market, position, posSide } = held;
  const data = preview?.data;
  const average = data === undefined ? undefined : averageOf(market, data.filledValue, data.filledQty);
  const money = (text: string | undefined) =>
    text === undefined ? (
      <Skeleton>1,234.56</Skeleton>
    ) : (
      <>
        <span className="num">{shown(text, market.valueDecimals)}</span>{" "}
        <span className="text-muted">{market.valueUnit}</span>
      </>
    );
  return (
    <tr className="border-t border-line" data-testid="close-all-row">
      <td>
        <b className="block font-semibold">{market.title}</b>
        <span className={posSide === "LONG" ? "text-rise" : "text-fall"}>{t(m[posSide])}</span>
      </td>
      <td>
        <span className="num">{shown(position.qty, market.sizeDecimals)}</span>{" "}
        <span className="text-muted">{market.sizeUnit}</span>
      </td>
      {preview?.error === null || preview === undefined ? (
        <>
          <td>
            {data === undefined ? (
              <Skeleton>104,286.4</Skeleton>
            ) : (
              <span className="num">{average === undefined ? "—" : shownUnits(average, market.priceDecimals)}</span>
            )}
          </td>
          <td>{money(data?.realisedPnl)}</td>
          <td>{money(data?.fee)}</td>
        </>
      ) : (
        <td colSpan={3} className="text-warn">
          {preview.error.message}
        </td>
      )}
    </tr>
  );
}
