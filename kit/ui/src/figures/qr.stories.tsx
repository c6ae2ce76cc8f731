import { RefreshCw } from "lucide-react";
import { Shelf } from "../../workshop/stage.tsx";
import { useStoryTexts } from "../../workshop/texts.ts";
import { Button } from "../buttons/button.tsx";
import { CopyButton } from "../buttons/copy-button.tsx";
import { Qr } from "./qr.tsx";

export default { title: "Figures/QR and copy" };

const address = "0x7b41c2A09eF35d8816aB20cC94e1F07D3b5E2a6f";

function Codes() {
  const t = useStoryTexts();
  return (
    <>
      <Shelf title="An address, a code that is being asked for, one that expired">
        <Qr value={address} label={t.deposit} />
        <Qr value={undefined} label={t.deposit} />
        <Qr
          value="https://www.tidemark.example/qr/7f2c91ab4e"
          label={t.logIn}
          sizePx={184}
          cover={
            <>
              <b className="text-14 font-semibold">{t.expired}</b>
              <Button look="primary" size="sm">
                <RefreshCw aria-hidden size={14} />
                {t.logIn}
              </Button>
            </>
          }
        />
      </Shelf>
      <Shelf title="Copy: an icon in a line, a button with words">
        <p className="flex items-center gap-1 text-12 text-muted">
          UID <span className="num">48201937</span>
          <CopyButton text="48201937" label={t.copy} doneLabel={t.copied} />
        </p>
        <CopyButton text={address} label={t.copy} doneLabel={t.copied} hasText />
      </Shelf>
    </>
  );
}

export const States = { render: () => <Codes /> };
