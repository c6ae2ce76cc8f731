import { QRCodeSVG } from "qrcode.react";
import type { ReactNode } from "react";
import { classNames } from "../theme/class-names.ts";

export type QrProps = {
  /** Absent while loading: the box is empty, in its size. */
  value: string | undefined;
  /** Accessible name: what scanning it does. */
  label: string;
  sizePx?: number;
  /** Overlay of an expired code: the reason, and a button for a new one. */
  cover?: ReactNode;
};

/** Dark on white in both themes, with the quiet margin that scanners need. */
export function Qr({ value, label, sizePx = 136, cover }: QrProps) {
  return (
    <div
      className="relative grid flex-none place-items-center overflow-hidden rounded-panel bg-qr-paper text-qr-ink"
      style={{ inlineSize: sizePx, blockSize: sizePx }}
    >
      {value === undefined ? (
        <div aria-hidden className="size-3/4 animate-breathe rounded-control bg-qr-ink/10" />
      ) : (
        <QRCodeSVG
          value={value}
          size={sizePx}
          marginSize={3}
          title={label}
          bgColor="var(--qr-paper)"
          fgColor="var(--qr-ink)"
          className={classNames("block", cover !== undefined && "opacity-10")}
        />
      )}
      {cover !== undefined && (
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 p-3 text-center">
          {cover}
        </div>
      )}
    </div>
  );
}
