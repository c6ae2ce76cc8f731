import { pictureShortSideMin } from "@tidemark/contracts";

/** Brightness of each pixel from 0 to 255, line by line. */
export type Grey = { readonly width: number; readonly height: number; readonly pixels: Uint8ClampedArray };

export type PictureFlaw = "small" | "dark" | "bright" | "blurred" | "glare";

/** Red, green and blue weigh as eyes see them (BT.601). */
export function greyOf(rgba: Uint8ClampedArray, width: number, height: number): Grey {
  const pixels = new Uint8ClampedArray(width * height);
  for (let i = 0; i < pixels.length; i += 1)
    pixels[i] = 0.299 * rgba[4 * i]! + 0.587 * rgba[4 * i + 1]! + 0.114 * rgba[4 * i + 2]!;
  return { width, height, pixels };
}

/** What pictures are measured at: larger ones are reduced to it first, so that the limits mean the same for all. */
export const measuredSideMax = 1_000;

const darkBelow = 50;
const brightAbove = 235;
/** Variance of the second derivative: print and faces have some hundred, a blurred picture has less than fifty. */
const sharpFrom = 45;
/** Squares of so many pixels that are white without any drawing are a reflection, not paper: paper shows its grain and its print. */
const squareSide = 24;
const whiteFrom = 252;
/** Share of such squares. A picture that is white nearly everywhere is too bright, not reflecting. */
const glareFrom = 0.01;

function meanOf({ pixels }: Grey): number {
  let sum = 0;
  for (const pixel of pixels) sum += pixel;
  return pixels.length === 0 ? 0 : sum / pixels.length;
}

/** The variance of the Laplacian: edges that are sharp change fast. */
export function sharpnessOf({ width, height, pixels }: Grey): number {
  let [sum, squares, count] = [0, 0, 0];
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const around = pixels[at - 1]! + pixels[at + 1]! + pixels[at - width]! + pixels[at + width]!;
      const edge = around - 4 * pixels[at]!;
      sum += edge;
      squares += edge * edge;
      count += 1;
    }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}

function isWhite({ width, pixels }: Grey, x0: number, y0: number): boolean {
  for (let y = y0; y < y0 + squareSide; y += 1)
    for (let x = x0; x < x0 + squareSide; x += 1) if (pixels[y * width + x]! < whiteFrom) return false;
  return true;
}

/** The share of the picture that reflects light. */
export function glareOf(grey: Grey): number {
  let [white, all] = [0, 0];
  for (let y = 0; y + squareSide <= grey.height; y += squareSide)
    for (let x = 0; x + squareSide <= grey.width; x += squareSide) {
      all += 1;
      if (isWhite(grey, x, y)) white += 1;
    }
  return all === 0 ? 0 : white / all;
}

/** What a person could not read the picture for, the worst first. `width` and `height` are the picture's own. */
export function flawsOf(grey: Grey, { width, height }: { width: number; height: number }): PictureFlaw[] {
  const flaws: PictureFlaw[] = [];
  if (Math.min(width, height) < pictureShortSideMin) flaws.push("small");
  const mean = meanOf(grey);
  if (mean < darkBelow) flaws.push("dark");
  if (mean > brightAbove) flaws.push("bright");
  else if (glareOf(grey) >= glareFrom) flaws.push("glare");
  if (sharpnessOf(grey) < sharpFrom) flaws.push("blurred");
  return flaws;
}
