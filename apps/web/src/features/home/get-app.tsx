import type { AppConfig } from "@tidemark/contracts";
import { buttonClassName } from "@tidemark/kit-ui";
import { lazy, Suspense, useRef } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./home-messages.ts";
import { useNearViewport } from "./use-near-viewport.ts";

const DownloadQr = lazy(async () => ({ default: (await import("./download-qr.tsx")).DownloadQr }));

export type GetAppProps = {
  project: Pick<AppConfig["project"], "appStore" | "googlePlay" | "apk">;
  /** The full URL of the download page, for the QR code. */
  downloadUrl: string;
};

export function GetApp({ project, downloadUrl }: GetAppProps) {
  const t = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const isNear = useNearViewport(box);
  const stores = [
    { name: m.appStore, href: project.appStore },
    { name: m.googlePlay, href: project.googlePlay },
    { name: m.apk, href: project.apk },
  ];
  return (
    <section className="wrap mt-18 w768:mt-22 w1024:mt-28">
      <div className="grid items-center gap-6 border-t border-line pt-10 w768:grid-cols-[minmax(0,1fr)_auto] w768:gap-12">
        <div>
          <h2 className="text-28 leading-[1.2] font-semibold tracking-[-0.02em] text-balance">{t(m.appTitle)}</h2>
          <p className="mt-2 text-muted">{t(m.appLead)}</p>
        </div>
        <div ref={box} className="flex items-center gap-5">
          <div className="size-34 flex-none rounded-panel bg-qr-paper">
            <Suspense>{isNear && <DownloadQr url={downloadUrl} label={t(m.appQr)} />}</Suspense>
          </div>
          <ul className="grid min-w-33 gap-2">
            {stores.map(({ name, href }) => (
              <li key={name.id} className="grid">
                {href === "" ? (
                  <span
                    className={buttonClassName(
                      "ghost",
                      "md",
                      "h-auto! min-h-(--control-md) flex-col gap-0! py-1 leading-4 text-muted!",
                    )}
                  >
                    {t(name)}
                    <small className="text-11 font-normal">{t(m.comingSoon)}</small>
                  </span>
                ) : (
                  <a href={href} rel="noreferrer" className={buttonClassName("ghost", "md", "hover:bg-hover")}>
                    {t(name)}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
