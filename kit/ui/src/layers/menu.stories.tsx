import { Copy, History, KeyRound, LogOut, ShieldCheck, Ticket } from "lucide-react";
import { Opened } from "../../workshop/opened.tsx";
import { useStoryTexts } from "../../workshop/texts.ts";
import { CopyButton } from "../buttons/copy-button.tsx";
import { Avatar } from "../figures/avatar.tsx";
import { Tag } from "../figures/tag.tsx";
import { Explained } from "./explained.tsx";
import { ItemRow } from "./item-row.tsx";
import { Menu } from "./menu.tsx";
import { PanelButton } from "./panel-button.tsx";

export default { title: "Layers/Menu and panel" };

const face = "inline-flex h-9 items-center gap-2 rounded-control px-3 font-medium text-muted data-hovered:text-ink";

function Actions() {
  const t = useStoryTexts();
  return (
    <Opened>
      <Menu
        label={t.account}
        isFaceText
        face={t.account}
        faceClassName={face}
        menuClassName="w768:w-60"
        entries={[
          { id: "orders", label: t.openOrders, icon: <History size={16} />, side: <span className="num">7</span> },
          { id: "security", label: t.security, icon: <ShieldCheck size={16} />, href: "#security" },
          { id: "keys", label: t.apiKeys, icon: <KeyRound size={16} />, isDisabled: true },
          "line",
          { id: "out", label: t.logOut, icon: <LogOut size={16} /> },
        ]}
      />
    </Opened>
  );
}

function Panel() {
  const t = useStoryTexts();
  return (
    <Opened>
      <PanelButton
        label={t.account}
        face={<Avatar name="maren_tides" />}
        faceClassName="rounded-full"
        panelClassName="w768:w-80"
        placement="bottom end"
      >
        {(close) => (
          <>
            <div className="grid gap-2 border-b border-line px-4 pt-2 pb-4 text-13 w768:pt-4">
              <p className="flex items-center gap-1 text-muted">
                UID <span className="num">48201937</span>
                <CopyButton text="48201937" label={t.copy} doneLabel={t.copied} />
              </p>
              <p className="flex items-center justify-between gap-3">
                <span className="text-muted">{t.nickname}</span>
                <span className="flex min-w-0 items-center gap-1.5">
                  <span className="truncate">ebb_and_flow</span>
                  <Tag tone="warn">{t.review}</Tag>
                </span>
              </p>
            </div>
            <div className="py-2">
              <ItemRow icon={<ShieldCheck size={16} />} href="#security">
                {t.security}
              </ItemRow>
              <ItemRow icon={<Ticket size={16} />} side={<span className="num">9</span>}>
                {t.coupons}
              </ItemRow>
              <ItemRow icon={<Copy size={16} />} onPress={close}>
                {t.close}
              </ItemRow>
            </div>
          </>
        )}
      </PanelButton>
    </Opened>
  );
}

function Explanation() {
  const t = useStoryTexts();
  return (
    <Opened>
      <div className="pt-40">
        <Explained label={t.funding} explanation={t.fundingHint} className="text-13 text-muted">
          {t.funding}
        </Explained>
      </div>
    </Opened>
  );
}

export const MenuOpen = { render: () => <Actions /> };
export const MenuOpenInTerminal = { parameters: { density: "terminal" }, render: () => <Actions /> };
export const PanelOpen = { render: () => <Panel /> };
export const ExplanationOpen = { render: () => <Explanation /> };
