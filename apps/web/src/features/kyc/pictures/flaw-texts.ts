import { pictureShortSideMin } from "@tidemark/contracts";
import type { Translate } from "../../../lib/i18n/texts.ts";
import { picture as m } from "../kyc-messages.ts";
import type { PictureFlaw } from "./picture-flaws.ts";

export const flawTags = {
  small: m.small,
  dark: m.dark,
  bright: m.bright,
  blurred: m.blurred,
  glare: m.glare,
} as const satisfies Record<PictureFlaw, unknown>;

const advice = {
  small: m.smallWhy,
  dark: m.darkWhy,
  bright: m.brightWhy,
  blurred: m.blurredWhy,
  glare: m.glareWhy,
} as const satisfies Record<PictureFlaw, unknown>;

/** What is wrong with the picture, and what to do. */
export const adviceOf = (
  t: Translate,
  flaw: PictureFlaw,
  { width, height }: { width: number; height: number },
): string => t(advice[flaw], flaw === "small" ? { width, height, needed: pictureShortSideMin } : {});
