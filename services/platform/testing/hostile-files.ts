import { deflateSync } from "node:zlib";
import { drawnPicture } from "./drawn-picture.ts";

/** A file that should not have been sent, with the name and type that it claims. */
export type HostileFile = {
  readonly kind: string;
  readonly bytes: Buffer;
  readonly name: string;
  readonly type: string;
};

const script = "<script>fetch('/user/userInfo')</script>";
const starts = {
  jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46, 0x00]),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  webp: Buffer.from("RIFF\u0010\u0000\u0000\u0000WEBPVP8 "),
  gif: Buffer.from("GIF89a"),
  pdf: Buffer.from("%PDF-1.7\n"),
  zip: Buffer.from([0x50, 0x4b, 0x03, 0x04]),
  elf: Buffer.from([0x7f, 0x45, 0x4c, 0x46]),
} as const;

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const crcOf = (bytes: Buffer): number =>
  (bytes.reduce((crc, byte) => crcTable[(crc ^ byte) & 255]! ^ (crc >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crcOf(body));
  return Buffer.concat([length, body, crc]);
}

/** A PNG of a few bytes that says it is this large; its pixels are all there where `rows` are. */
function pngOf(width: number, height: number, rows: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    starts.png,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows, { level: 1 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/**
 * Files by number, the same for the same seed: some are pictures with something hidden in them, which may be taken as the picture that they
 * are; all others are none. Each has `canary` in it where its kind can have one.
 */
export async function hostileFiles(canary: string): Promise<(index: number) => HostileFile> {
  const [jpeg, png, webp] = await Promise.all([
    drawnPicture(1, { width: 600, height: 420 }).jpeg().toBuffer(),
    drawnPicture(2, { width: 600, height: 420 }).png().toBuffer(),
    drawnPicture(3, { width: 600, height: 420 }).webp().toBuffer(),
  ]);
  const withExif = await drawnPicture(4, { width: 600, height: 420 })
    .withExif({ IFD0: { Artist: canary, ImageDescription: `${script}${canary}` } })
    .jpeg()
    .toBuffer();
  const hidden = Buffer.from(`${script}${canary}`);
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, hidden.length + 2]), hidden]);
  const pictures = [jpeg, png, webp] as const;
  const kinds: readonly ((n: number) => Omit<HostileFile, "kind">)[] = [
    (n) => ({ bytes: Buffer.concat([pictures[n % 3]!, hidden]), name: "card.html", type: "text/html" }),
    (n) => ({ bytes: pictures[n % 3]!.subarray(0, 30 + ((n * 97) % 2_000)), name: "card.jpg", type: "image/jpeg" }),
    () => ({
      bytes: Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
      name: "card.js",
      type: "text/javascript",
    }),
    () => ({ bytes: withExif, name: "../../etc/passwd", type: "image/jpeg" }),
    (n) => ({
      bytes: Buffer.concat([Object.values(starts)[n % 7]!, Buffer.from(`${script}${canary}${n}`)]),
      name: "card.jpg",
      type: "image/png",
    }),
    (n) => ({
      bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert('${canary}')"><text>${n}</text></svg>`),
      name: "card.svg",
      type: "image/svg+xml",
    }),
    (n) => ({ bytes: pngOf(20_000 + n, 20_000, Buffer.alloc(64)), name: "bomb.png", type: "image/png" }),
    (n) => ({
      bytes: pngOf(1_000, 1_000, Buffer.alloc(n % 2 === 0 ? 10 : 1_001 * 500)),
      name: "half.png",
      type: "image/png",
    }),
    (n) => {
      const broken = Buffer.from(pictures[n % 3]!);
      for (let i = 0; i < 40; i += 1) broken[20 + ((n * 131 + i * 977) % (broken.length - 20))]! ^= 1 + ((n + i) % 255);
      return { bytes: broken, name: "broken.webp", type: "image/webp" };
    },
    (n) => ({
      bytes: Buffer.concat([starts.zip, Buffer.from(canary), pictures[n % 3]!]),
      name: "card.jpg\u0000.php",
      type: "application/zip",
    }),
  ];
  const names = [
    "polyglot",
    "truncated",
    "comment",
    "exif",
    "head",
    "svg",
    "bomb",
    "half",
    "broken",
    "archive",
  ] as const;
  return (index) => ({
    kind: names[index % kinds.length]!,
    ...kinds[index % kinds.length]!(Math.floor(index / kinds.length)),
  });
}
