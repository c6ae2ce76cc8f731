import sharp from "sharp";

/** A picture with lines like a document's, so that it does not shrink to nothing. */
export function drawnPicture(seed: number, { width = 900, height = 600 } = {}) {
  const bytes = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      const line = (Math.floor(y / 12) + seed) % 3 === 0 && x % 40 < 30 ? 40 : 190;
      bytes[at] = (line + seed * 7) & 255;
      bytes[at + 1] = line;
      bytes[at + 2] = (line + x) & 255;
    }
  return sharp(bytes, { raw: { width, height, channels: 3 } });
}

export const jpegOf = (seed: number, size?: { width: number; height: number }): Promise<Buffer> =>
  drawnPicture(seed, size).jpeg().toBuffer();

/** What is in a stored picture, as a decoder sees it. */
export async function readPicture(bytes: Uint8Array) {
  const { format, width, height, exif, icc, xmp, iptc } = await sharp(bytes).metadata();
  return { format, width, height, hasMetadata: [exif, icc, xmp, iptc].some((one) => one !== undefined) };
}
