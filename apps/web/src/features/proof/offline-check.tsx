import { buttonClassName, CopyButton } from "@tidemark/kit-ui";
import { Download } from "lucide-react";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m as own } from "./own-leaf-messages.ts";
import { m } from "./proof-messages.ts";

const verifierName = "verify-funds.mjs";

/** The verifier as one file, written from the code that this page runs. */
export function VerifierLink() {
  const t = useTexts();
  return (
    <a
      href={`/generated/${verifierName}`}
      download={verifierName}
      className={buttonClassName("ghost", "md")}
      data-testid="verifier-link"
    >
      <Download aria-hidden size={16} />
      {t(m.verifier)}
    </a>
  );
}

/** How the saved proof is checked without believing this page. */
export function OfflineCheck({ fileName }: { fileName: string }) {
  const t = useTexts();
  const command = `node ${verifierName} ${fileName}`;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2" data-testid="offline-check">
      <h2 className="text-16 font-semibold">{t(own.offline)}</h2>
      <p className="text-13 text-pretty text-muted">{t(own.offlineHint)}</p>
      <div className="flex items-center justify-between gap-2 rounded-control bg-surface ps-3 pe-1.5">
        {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- a scrolling element must be reachable by keyboard */}
        <pre dir="ltr" tabIndex={0} className="overflow-x-auto py-2.5 text-start text-12">
          {command}
        </pre>
        {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex */}
        <CopyButton text={command} label={t(own.copyCommand)} doneLabel={t(own.copied)} />
      </div>
      <p className="text-12 text-muted">{t(own.secret)}</p>
    </section>
  );
}
