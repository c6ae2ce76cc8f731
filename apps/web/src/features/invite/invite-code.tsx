import { Button, Dialog, Qr, Skeleton, toast } from "@tidemark/kit-ui";
import { Copy, QrCode, Share2 } from "lucide-react";
import { useState } from "react";
import { site } from "../../lib/client/page-hosts.ts";
import { appConfig } from "../../lib/config/app-config.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./invite-messages.ts";
import { inviteLink } from "./invite-rules.ts";

const qrPx = 184;

/** The own code and link: to copy, to share, and as a card with its QR code. */
export function InviteCode({ code }: { code: string | undefined }) {
  const t = useTexts();
  const [isShown, setIsShown] = useState(false);
  const link = code === undefined ? undefined : inviteLink(location.origin, site.prefix, code);
  const { copy, share } = useLink(code, link);
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-4 rounded-panel border border-line bg-raised p-4">
        <div className="min-w-0">
          <p className="text-12 text-muted">{t(m.yourCode)}</p>
          <p className="num text-28 leading-9 font-semibold tracking-[-0.02em]" data-testid="invite-code">
            {code ?? <Skeleton>TIDE4820</Skeleton>}
          </p>
        </div>
        <Button look="primary" isDisabled={link === undefined} onPress={() => void copy()} data-testid="invite-copy">
          <Copy aria-hidden size={16} />
          {t(m.copyLink)}
        </Button>
        <p dir="ltr" className="w-full text-12 break-all text-muted" data-testid="invite-link">
          {link ?? <Skeleton>https://www.tidemark.example/auth</Skeleton>}
        </p>
      </div>
      <div className="mt-2 flex gap-2">
        <Button size="sm" isDisabled={link === undefined} onPress={() => setIsShown(true)} data-testid="invite-qr">
          <QrCode aria-hidden size={14} />
          {t(m.showQr)}
        </Button>
        <Button
          size="sm"
          look="ghost"
          isDisabled={link === undefined}
          onPress={() => void share()}
          data-testid="invite-share"
        >
          <Share2 aria-hidden size={14} />
          {t(m.share)}
        </Button>
      </div>
      {isShown && (
        <Dialog
          title={t(m.shareTitle)}
          closeLabel={t(m.close)}
          onClose={() => setIsShown(false)}
          testId="invite-card"
          footer={
            <Button look="primary" size="lg" onPress={() => void copy()}>
              <Copy aria-hidden size={16} />
              {t(m.copyLink)}
            </Button>
          }
        >
          <div className="grid justify-items-center gap-4 rounded-panel border border-line bg-raised p-6 text-center">
            <p className="text-16 font-semibold">{appConfig().project.name}</p>
            <Qr value={link} label={t(m.qrLabel)} sizePx={qrPx} />
            <p className="num text-20 font-semibold">{code}</p>
            <p className="text-13 text-muted">{t(m.cardText)}</p>
          </div>
        </Dialog>
      )}
    </div>
  );
}

function useLink(code: string | undefined, link: string | undefined) {
  const t = useTexts();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link ?? "");
      toast.success(t(m.copied));
    } catch {
      toast.error(t(m.notCopied));
    }
  };
  const share = async () => {
    if (typeof navigator.share !== "function") return copy();
    const text = t(m.shareText, { brand: appConfig().project.name, code: code ?? "" });
    // The reader may close the device's own dialog: then nothing is shared, and nothing is wrong.
    await navigator.share({ text, url: link ?? "" }).catch(() => undefined);
  };
  return { copy, share };
}
