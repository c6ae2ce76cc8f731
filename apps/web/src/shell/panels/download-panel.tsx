import { buttonClassName, Qr } from "@tidemark/kit-ui";
import { useEffect, useState } from "react";
import { appConfig } from "../../lib/config/app-config.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useAppDownload } from "./app-download.ts";
import type { PanelProps } from "../loading/lazy-popup.tsx";
import { downloadQrValue, qrChangesInMs } from "./download-qr.ts";
import { hrefOf } from "../page-link.tsx";
import { m as own } from "../menus/menus-messages.ts";
import { m } from "../shell-messages.ts";
import { Panel } from "./panel.tsx";

/** The current value of the QR code; it changes by itself. */
function useQrValue(): string {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), qrChangesInMs(now));
    return () => clearTimeout(timer);
  }, [now]);
  return downloadQrValue(new URL(hrefOf(appConfig().project.downloadUrl), location.origin).href, now);
}

export function DownloadPanel({ trigger, close }: PanelProps) {
  const t = useTexts();
  const { toStore, apk } = useAppDownload();
  const qrValue = useQrValue();
  return (
    <Panel trigger={trigger} close={close} label={t(m.download)} className="w768:w-60" testId="download">
      <div className="grid justify-items-center gap-3 p-5 text-center">
        <a href={qrValue} className="rounded-panel" data-testid="download-qr">
          <Qr value={qrValue} label={t(own.scan)} sizePx={136} />
        </a>
        <div>
          <p className="font-semibold">{t(own.scan)}</p>
          <p className="mt-1 text-12 text-muted">{t(own.scanHint)}</p>
        </div>
        <div className="grid w-full gap-2">
          <div className="grid grid-cols-2 gap-2">
            <button
              type="button"
              onClick={() => toStore("appStore")}
              className={buttonClassName("ghost", "sm", "px-1!")}
            >
              App Store
            </button>
            <button
              type="button"
              onClick={() => toStore("googlePlay")}
              className={buttonClassName("ghost", "sm", "px-1!")}
            >
              Google Play
            </button>
          </div>
          <button type="button" onClick={apk} className={buttonClassName("ghost", "sm")}>
            Android APK
          </button>
        </div>
      </div>
    </Panel>
  );
}
