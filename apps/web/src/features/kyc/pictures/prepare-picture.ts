import { type PicturePart, pictureShortSideMin } from "@tidemark/contracts";
import { flawsOf, greyOf, measuredSideMax, type PictureFlaw } from "./picture-flaws.ts";

/** A picture as it will be sent: drawn anew in this browser, so that nothing but what is seen leaves the device. */
export type Picture = {
  readonly file: File;
  /** Of the same bytes, for the preview; `dropPicture` frees it. */
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly flaws: readonly PictureFlaw[];
};

/** As wide as the exchange keeps it: more would only take longer. */
const sentSideMax = 2_400;
const quality = 0.9;

type Drawing = { readonly canvas: HTMLCanvasElement; readonly context: CanvasRenderingContext2D };

function drawingOf(source: ImageBitmap, sideMax: number): Drawing {
  const scale = Math.min(1, sideMax / Math.max(source.width, source.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(source.width * scale));
  canvas.height = Math.max(1, Math.round(source.height * scale));
  const context = canvas.getContext("2d", { willReadFrequently: true })!;
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return { canvas, context };
}

/** What is wrong with a picture, by its pixels. */
export function measuredFlaws(source: ImageBitmap): PictureFlaw[] {
  const { canvas, context } = drawingOf(source, measuredSideMax);
  const { width, height } = canvas;
  return flawsOf(greyOf(context.getImageData(0, 0, width, height).data, width, height), source);
}

/** Undefined where the browser cannot read it as a picture. */
export async function preparePicture(source: Blob, part: PicturePart): Promise<Picture | undefined> {
  const bitmap = await createImageBitmap(source).catch(() => undefined);
  if (bitmap === undefined) return undefined;
  const { width, height } = bitmap;
  const flaws = measuredFlaws(bitmap);
  const { canvas } = drawingOf(bitmap, sentSideMax);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
  if (blob === null) return undefined;
  const file = new File([blob], `${part}.jpg`, { type: blob.type });
  return { file, url: URL.createObjectURL(file), width, height, flaws };
}

export const dropPicture = (picture: Picture | undefined): void => {
  if (picture !== undefined) URL.revokeObjectURL(picture.url);
};

/** Below it the exchange refuses: there is nothing to accept. */
export const isRefusable = ({ width, height }: Picture): boolean => Math.min(width, height) < pictureShortSideMin;
