import { Button, Qr } from "@tidemark/kit-ui";
import { useTexts } from "../lib/i18n/texts.ts";
import { useAppDownload } from "../shell/panels/app-download.ts";
import { m } from "./download-messages.ts";

/** The target of every download QR code: phones get the store links, desktops show a code for the phone. */
export function DownloadRoute() {
  const t = useTexts();
  const { toStore, apk } = useAppDownload();
  return (
    <main className="wrap grid min-h-[70dvh] content-center justify-items-center gap-8 py-18 text-center">
      <header className="grid justify-items-center gap-3">
        <h1 className="text-40 leading-[1.1] font-semibold tracking-[-0.03em] text-balance max-w768:text-28">
          {t(m.title)}
        </h1>
        <p className="max-w-[52ch] text-16 text-balance text-muted">{t(m.lead)}</p>
      </header>
      <figure className="grid justify-items-center gap-3 max-w768:hidden">
        <Qr value={location.href} label={t(m.scan)} sizePx={136} />
        <figcaption className="text-13 text-muted">{t(m.scan)}</figcaption>
      </figure>
      <div className="grid w-full max-w-80 gap-3 w768:w-auto w768:max-w-none w768:grid-flow-col">
        <Button size="lg" look="primary" onPress={() => toStore("appStore")}>
          App Store
        </Button>
        <Button size="lg" look="ghost" onPress={() => toStore("googlePlay")}>
          Google Play
        </Button>
        <Button size="lg" look="ghost" onPress={apk}>
          Android APK
        </Button>
      </div>
    </main>
  );
}
