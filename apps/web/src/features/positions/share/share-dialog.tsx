import { Button, Dialog, Switch, toast } from "@tidemark/kit-ui";
import { Copy, Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { appConfig } from "../../../lib/config/app-config.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { useUser } from "../../../session/session.ts";
import type { PositionDialogProps } from "../position-head.tsx";
import { usePositionTexts } from "../position-texts.ts";
import { cardHeight, cardWidth, drawCard } from "./draw-card.ts";
import { type SharePart, shareContentOf, shareParts, shareTime, usualShare } from "./share-content.ts";
import { m } from "./share-messages.ts";

const pngOf = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => {
    canvas.toBlob(resolve, "image/png");
  });

/** A picture of a position, drawn on the device: nothing of it is sent anywhere. */
export function ShareDialog({ held, figures, onClose }: PositionDialogProps) {
  const t = useTexts();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [choice, setChoice] = useState(usualShare);
  const nickname = useUser()?.currentNickName ?? "";
  const texts = usePositionTexts({ held, figures, triggers: [] });
  const [time] = useState(() => shareTime(Date.now()));
  const { market } = held;
  const content = shareContentOf(
    {
      contract: market.title,
      side: texts.side,
      isLong: held.posSide === "LONG",
      leverage: figures === undefined ? "" : `${figures.leverage}×`,
      roe: texts.roe ?? "—",
      pnl: texts.pnl === undefined ? "—" : `${texts.pnl} ${market.valueUnit}`,
      isGain: texts.pnl?.startsWith("−") !== true,
      entry: texts.entry,
      price: (texts.isPnlByLast ? texts.last : texts.mark) ?? "—",
      nickname,
    },
    choice,
    { roe: t(m.roeLabel), pnl: t(m.pnlLabel), entry: t(m.entry), price: t(texts.isPnlByLast ? m.last : m.mark) },
  );
  const drawn = JSON.stringify(content);
  useEffect(() => {
    const draw = () =>
      canvas.current !== null &&
      drawCard(canvas.current, JSON.parse(drawn) as typeof content, { brand: appConfig().project.name, time });
    draw();
    // The card is drawn again with its own font, if that was not loaded yet.
    void document.fonts.ready.then(draw);
  }, [drawn, time]);

  const copy = async () => {
    try {
      const png = canvas.current === null ? null : await pngOf(canvas.current);
      if (png === null) throw new Error("no picture");
      await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
      toast.success(t(m.copied));
    } catch {
      toast.error(t(m.notCopied));
    }
  };
  const save = async () => {
    const png = canvas.current === null ? null : await pngOf(canvas.current);
    if (png === null) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(png);
    link.download = `${market.title}-${held.posSide.toLowerCase()}.png`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const labels: Readonly<Record<SharePart, string>> = {
    roe: t(m.roe),
    prices: t(texts.isPnlByLast ? m.pricesByLast : m.prices),
    pnl: t(m.pnl, { asset: market.valueUnit }),
    nickname: t(m.nickname),
    leverage: t(m.leverage),
  };
  return (
    <Dialog
      title={t(m.title)}
      closeLabel={t(m.close)}
      onClose={onClose}
      size="share"
      testId="share"
      footer={
        <>
          <Button size="lg" onPress={() => void copy()} data-testid="share-copy">
            <Copy aria-hidden size={16} />
            {t(m.copy)}
          </Button>
          <Button look="primary" size="lg" onPress={() => void save()} data-testid="share-save">
            <Download aria-hidden size={16} />
            {t(m.save)}
          </Button>
        </>
      }
    >
      <canvas
        ref={canvas}
        width={cardWidth}
        height={cardHeight}
        aria-label={t(m.picture, { contract: market.title, side: texts.side })}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a canvas cannot be an img tag
        role="img"
        className="w-full rounded-panel ring-1 ring-line ring-inset"
        data-testid="share-card"
      />
      <div className="grid gap-x-8 text-13 w768:grid-cols-2">
        {shareParts.map((part) => (
          <Switch
            key={part}
            isOn={choice[part]}
            onChange={(isOn) => setChoice({ ...choice, [part]: isOn })}
            isDisabled={part === "nickname" && nickname === ""}
            className="min-h-9 border-b border-line"
            testId={`share-${part}`}
          >
            {labels[part]}
          </Switch>
        ))}
      </div>
      <p className="text-12 text-muted">{t(m.hint)}</p>
    </Dialog>
  );
}
