import { LogOut, Percent, ShieldCheck, Ticket, Wallet } from "lucide-react";
import { useStoryTexts } from "../../workshop/texts.ts";
import { Button } from "../buttons/button.tsx";
import { Avatar } from "../figures/avatar.tsx";
import { Receipt, ReceiptLine } from "../figures/receipt.tsx";
import { Tag } from "../figures/tag.tsx";
import { Drawer, type DrawerProps } from "./drawer.tsx";
import { ItemRow } from "./item-row.tsx";

export default { title: "Layers/Drawer" };

function Account(props: Partial<DrawerProps>) {
  const t = useStoryTexts();
  return (
    <Drawer title={t.account} closeLabel={t.close} onClose={() => undefined} {...props}>
      <div className="flex items-center gap-3 border-b border-line px-4 pb-4">
        <Avatar name="maren_tides" size="lg" />
        <div className="min-w-0">
          <p className="truncate text-16 font-semibold">maren_tides_of_the_sea_25</p>
          <p className="num text-12 text-muted">UID 48201937</p>
        </div>
      </div>
      <div className="py-2">
        <ItemRow icon={<Wallet size={16} />} side={<span className="num">48,216.94</span>}>
          {t.assets}
        </ItemRow>
        <ItemRow icon={<ShieldCheck size={16} />} href="#security">
          {t.security}
        </ItemRow>
        <ItemRow
          icon={<Percent size={16} />}
          side={
            <Tag tone="brand">
              <span className="num">8.20% APY</span>
            </Tag>
          }
        >
          {t.verification}
        </ItemRow>
        <ItemRow icon={<Ticket size={16} />} side={<span className="num">9</span>}>
          {t.coupons}
        </ItemRow>
        <ItemRow icon={<LogOut size={16} />}>{t.logOut}</ItemRow>
      </div>
    </Drawer>
  );
}

function Statement() {
  const t = useStoryTexts();
  return (
    <Drawer
      size="wide"
      title={t.statement}
      closeLabel={t.close}
      onClose={() => undefined}
      head={
        <p className="text-28 font-semibold">
          <span className="num">8,212.06</span> <span className="text-14 font-normal text-muted">USDT</span>
        </p>
      }
      footer={
        <Button look="primary" size="lg">
          {t.withdraw}
        </Button>
      }
    >
      <div className="px-4 w768:px-6">
        <Receipt>
          {Array.from({ length: 40 }, (_, line) => (
            <ReceiptLine key={line} label={line % 2 === 0 ? t.deposit : t.transfer}>
              <span className="num">{line % 2 === 0 ? "+1,500.00" : "−0.00000001"}</span>
            </ReceiptLine>
          ))}
        </Receipt>
      </div>
    </Drawer>
  );
}

export const End = { render: () => <Account /> };
export const Start = { render: () => <Account side="start" /> };
export const WideWithFooter = { render: () => <Statement /> };
