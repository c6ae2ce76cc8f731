import { Note, Receipt, ReceiptLine } from "@tidemark/kit-ui";
import { FormDialog } from "../../lib/dialogs/form-dialog.tsx";
import { RefusalNote } from "../../lib/dialogs/refusal-note.tsx";
import { useTexts } from "../../lib/i18n/texts.ts";
import { AddressGroups } from "../../lib/wallet/address-groups.tsx";
import type { WithdrawalRequest } from "./use-request.ts";
import type { Reviewed } from "./withdrawal-form.ts";
import { dialog as d, m } from "./withdrawal-messages.ts";
import { type AssetLook, Money } from "./withdrawal-receipt.tsx";

type ReviewDialogProps = {
  reviewed: Reviewed;
  of: AssetLook;
  request: Pick<WithdrawalRequest, "isPending" | "problem" | "send">;
  onClose: () => void;
};

/** The whole withdrawal once more, with the whole address. Its button asks for the factor and sends the code. */
export function ReviewDialog({ reviewed, of, request, onClose }: ReviewDialogProps) {
  const t = useTexts();
  const { address, network, counted, receiver } = reviewed;
  return (
    <FormDialog
      size="wide"
      title={t(d.title)}
      submitLabel={t(d.confirm)}
      isPending={request.isPending}
      onSubmit={() => request.send(reviewed)}
      onClose={onClose}
      testId="withdrawal-review"
    >
      <div className="grid gap-2 rounded-control bg-hover p-3">
        <span className="text-13 font-medium">
          <bdi>{address.label}</bdi> <span className="font-normal text-muted">· {network.name}</span>
        </span>
        <AddressGroups address={address.address} testId="review-address" />
        {address.memo !== "" && <span className="text-13">{t(m.memo, { memo: address.memo })}</span>}
        <span className="text-12 text-muted">{t(d.compare)}</span>
      </div>
      <Receipt isPlain>
        <ReceiptLine label={t(m.sent)}>
          <Money units={counted.amount} of={of} />
        </ReceiptLine>
        <ReceiptLine label={t(m.networkFee)}>
          <Money units={counted.fee} of={of} />
        </ReceiptLine>
        {receiver !== "" && (
          <ReceiptLine label={t(m.receiver)}>
            <bdi>{receiver}</bdi>
          </ReceiptLine>
        )}
        <ReceiptLine label={t(m.arrives)} isTotal testId="review-arrives">
          <Money units={counted.arrives} of={of} />
        </ReceiptLine>
      </Receipt>
      {request.problem === undefined ? (
        <Note tone="warn">{t(d.forGood)}</Note>
      ) : (
        <RefusalNote text={request.problem.message} />
      )}
    </FormDialog>
  );
}
