import { expect, test } from "vitest";
import { flawsOf, glareOf, type Grey, greyOf, sharpnessOf } from "./picture-flaws.ts";

const size = { width: 900, height: 600 };

/** A picture from a rule for each pixel. */
function drawn(of: (x: number, y: number) => number, { width, height } = size): Grey {
  const pixels = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) pixels[y * width + x] = of(x, y);
  return { width, height, pixels };
}

/** Print: dark strokes of three pixels on a grey ground. */
const print = (x: number, y: number): number => (y % 18 < 6 && x % 6 < 3 ? 40 : 170);
/** The same after a lens that is out of focus: every change takes many pixels. */
const soft = (x: number, y: number): number => 105 + 65 * Math.sin(x / 40) * Math.sin(y / 40);

test("a sharp and evenly lit document has no flaw", () => {
  expect(flawsOf(drawn(print), size)).toEqual([]);
});

test("a shorter side below four hundred pixels is too small, whichever side it is", () => {
  expect(flawsOf(drawn(print), { width: 1_200, height: 399 })).toEqual(["small"]);
  expect(flawsOf(drawn(print), { width: 399, height: 1_200 })).toEqual(["small"]);
  expect(flawsOf(drawn(print), { width: 400, height: 400 })).toEqual([]);
});

test("without edges it is blurred", () => {
  expect(sharpnessOf(drawn(soft))).toBeLessThan(3);
  expect(flawsOf(drawn(soft), size)).toEqual(["blurred"]);
});

test("darkness and too much light are told from the whole picture", () => {
  expect(
    flawsOf(
      drawn((x, y) => print(x, y) / 4),
      size,
    ),
  ).toEqual(["dark"]);
  expect(
    flawsOf(
      drawn((x, y) => (print(x, y) < 100 ? 180 : 255)),
      size,
    ),
  ).toEqual(["bright"]);
});

test("a white spot is a reflection; white paper with print on it is none", () => {
  const spot = drawn((x, y) => ((x - 450) ** 2 + (y - 300) ** 2 < 80 ** 2 ? 255 : print(x, y)));
  expect(glareOf(spot)).toBeGreaterThan(0.02);
  expect(flawsOf(spot, size)).toEqual(["glare"]);
  expect(glareOf(drawn((x, y) => (print(x, y) < 100 ? 20 : 255)))).toBe(0);
});

test("colours count as eyes see them: green most, blue least", () => {
  const rgba = Uint8ClampedArray.from([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255]);
  expect([...greyOf(rgba, 4, 1).pixels]).toEqual([76, 150, 29, 255]);
});
