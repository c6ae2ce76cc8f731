import { Button, Dialog, toast } from "@tidemark/kit-ui";
import { useState } from "react";
import { client } from "../../lib/client/client.ts";
import { type Live, useLive } from "../../lib/client/live.ts";
import { usePreview } from "../../lib/client/use-preview.ts";
import { m as dialogTexts } from "../../lib/dialogs/dialog-messages.ts";
import { useSubmit } from "../../lib/forms/use-submit.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";
import { Amount, AveragePrice } from "./amount.tsx";
import { type Held, heldIn, type Position } from "./held-positions.ts";
import { m } from "./position-dialog-messages.ts";

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
      <table className="w-full text-12 [&_td]:py-1.5 [&_td]:text-end [&_th]:pb-1.5 [&_th]:text-end [&_th]:text-11 [&_th]:font-normal [&_th]:text-muted [&_tr>*:first-child]:text-start [&_tr>*:not(:first-child)]:ps-2">
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
          {held.map((one) => (
            <CloseRow key={`${one.market.symbol} ${one.posSide}`} {...one} />
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

function CloseRow({ market, position, posSide }: Held) {
  const t = useTexts();
  const { data, refusal } = usePreview("previewFlashClose", { symbol: market.symbol, posSide });
  const money = (text: string | undefined) => (
    <Amount text={text} decimals={market.valueDecimals} unit={market.valueUnit} />
  );
  return (
    <tr className="border-t border-line" data-testid="close-all-row">
      <td>
        <b className="block font-semibold">{market.title}</b>
        <span className={posSide === "LONG" ? "text-rise" : "text-fall"}>{t(m[posSide])}</span>
      </td>
      <td>
        <Amount text={position.qty} decimals={market.sizeDecimals} unit={market.sizeUnit} />
      </td>
      {refusal === undefined ? (
        <>
          <td>
            <AveragePrice market={market} filled={data} />
          </td>
          <td>{money(data?.realisedPnl)}</td>
          <td>{money(data?.fee)}</td>
        </>
      ) : (
        <td colSpan={3} className="text-warn">
          {refusal}
        </td>
      )}
    </tr>
  );
}
