import type { CandleInterval } from "@tidemark/contracts";
import { dateText } from "../../lib/format/number-text.ts";
import { intervalText } from "./interval-text.ts";
import { readColours } from "./port/colours.ts";

const headHeight = 36;

/** The chart on the ground of the theme, with market, interval and time above it, saved as a PNG file. */
export function saveScreenshot(chart: HTMLCanvasElement, title: string, interval: CandleInterval): void {
  const { surface, ink, muted, fontFamily } = readColours();
  const ratio = globalThis.devicePixelRatio;
  const canvas = document.createElement("canvas");
  canvas.width = chart.width;
  canvas.height = chart.height + headHeight * ratio;
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.fillStyle = surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(chart, 0, headHeight * ratio);
  context.scale(ratio, ratio);
  context.textBaseline = "middle";
  context.font = `600 14px ${fontFamily}`;
  context.fillStyle = ink;
  const name = `${title} · ${intervalText(interval)}`;
  context.fillText(name, 12, headHeight / 2);
  const width = context.measureText(name).width;
  context.font = `12px ${fontFamily}`;
  context.fillStyle = muted;
  const at = dateText(Date.now());
  context.fillText(at, 24 + width, headHeight / 2);

  const link = document.createElement("a");
  link.download = `${title.replaceAll("/", "-")}-${interval}-${at.replaceAll(/[: ]/g, "-")}.png`;
  link.href = canvas.toDataURL("image/png");
  link.click();
}
