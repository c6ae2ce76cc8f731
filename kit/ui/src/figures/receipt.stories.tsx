import { ClipboardList } from "lucide-react";
import { Shelf } from "../../workshop/stage.tsx";
import { useStoryTexts } from "../../workshop/texts.ts";
import { Button } from "../buttons/button.tsx";
import { Disclosure } from "./disclosure.tsx";
import { EmptyState } from "./empty-state.tsx";
import { Note } from "./note.tsx";
import { BeforeAfter, Receipt, ReceiptLine } from "./receipt.tsx";
import { Skeleton } from "./skeleton.tsx";

export default { title: "Figures/Receipt, note, empty, skeleton, disclosure" };

function Papers() {
  const t = useStoryTexts();
  return (
    <div className="grid items-start gap-8 w768:grid-cols-2">
      <div>
        <Shelf title="What will happen, in numbers" wide>
          <Receipt>
            <ReceiptLine label={t.derivatives}>
              <span className="num">26,618.77 USDT</span>
            </ReceiptLine>
            <ReceiptLine label={t.fee}>{t.none}</ReceiptLine>
            <ReceiptLine label={t.marginRatio}>
              <BeforeAfter before="8.44" after="9.89%" label={t.to} />
            </ReceiptLine>
            <ReceiptLine label={t.cost} isTotal>
              <span className="num">1,197.60 USDT</span>
            </ReceiptLine>
          </Receipt>
        </Shelf>
        <Shelf title="The same while it is on its way: nothing moves" wide>
          <Receipt>
            <ReceiptLine label={t.derivatives}>
              <Skeleton>26,618.77 USDT</Skeleton>
            </ReceiptLine>
            <ReceiptLine label={t.fee}>
              <Skeleton>{t.none}</Skeleton>
            </ReceiptLine>
            <ReceiptLine label={t.marginRatio}>
              <Skeleton>8.44 → 9.89%</Skeleton>
            </ReceiptLine>
            <ReceiptLine label={t.cost} isTotal>
              <Skeleton>1,197.60 USDT</Skeleton>
            </ReceiptLine>
          </Receipt>
        </Shelf>
        <Shelf title="Disclosures" wide>
          <Disclosure title={t.referral}>{t.nicknameHint}</Disclosure>
          <Disclosure title={t.notArrived} beginsOpen>
            {t.spam}
          </Disclosure>
          <div>
            <Disclosure look="row" title={t.security} beginsOpen>
              {t.notOfficialBody}
            </Disclosure>
            <Disclosure look="row" title={t.verification}>
              {t.recallBody}
            </Disclosure>
          </div>
        </Shelf>
      </div>
      <div>
        <Shelf title="Notes" wide>
          <Note>{t.nicknameHint}</Note>
          <Note tone="info">{t.recallBody}</Note>
          <Note tone="brand">{t.success}</Note>
          <Note tone="warn">{t.onlyUsdt}</Note>
        </Shelf>
        <Shelf title="Nothing here yet" wide>
          <EmptyState icon={<ClipboardList size={24} strokeWidth={1.5} />} title={t.noOrders} hint={t.noOrdersHint}>
            <Button look="primary">{t.deposit}</Button>
            <Button look="ghost">{t.transfer}</Button>
          </EmptyState>
        </Shelf>
      </div>
    </div>
  );
}

export const States = { render: () => <Papers /> };
