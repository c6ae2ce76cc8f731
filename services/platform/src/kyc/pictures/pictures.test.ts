import { afterAll, describe, expect, test } from "vitest";
import { secretBox } from "@tidemark/kit-node";
import { drawnPicture, jpegOf, readPicture } from "../../../testing/drawn-picture.ts";
import { looksLikePicture, openPictures } from "./pictures.ts";
import { decryptFile, encryptFile } from "./encrypted-file.ts";

const pictures = openPictures();
afterAll(() => pictures.close());

async function cleaned(bytes: Uint8Array): Promise<Uint8Array> {
  const result = await pictures.clean(bytes);
  if ("problem" in result) throw new Error(result.problem);
  return result.jpeg;
}
const problemOf = async (bytes: Uint8Array): Promise<string> => {
  const result = await pictures.clean(bytes);
  return "problem" in result ? result.problem : "none";
};

describe("pictures", () => {
  test("of each accepted kind become a JPEG of their own without metadata, turned as the camera said", async () => {
    const secret = { IFD0: { Artist: "cAnArY", Orientation: "6" }, IFD3: { GPSLatitude: "48/1 51/1 0/1" } };
    const jpeg = await drawnPicture(1).withExif(secret).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await readPicture(jpeg)).toMatchObject({ hasMetadata: true });
    for (const bytes of [jpeg, await drawnPicture(2).png().toBuffer(), await drawnPicture(3).webp().toBuffer()]) {
      const clean = await cleaned(bytes);
      expect(await readPicture(clean)).toMatchObject({ format: "jpeg", hasMetadata: false });
      expect(Buffer.from(clean).includes("cAnArY")).toBe(false);
    }
    expect(await readPicture(await cleaned(jpeg))).toMatchObject({ width: 600, height: 900 });
  });

  test("are at most 2,400 pixels wide and at least 400 on the shorter side", async () => {
    expect(await readPicture(await cleaned(await jpegOf(4, { width: 3_000, height: 1_000 })))).toMatchObject({
      width: 2_400,
      height: 800,
    });
    expect(await problemOf(await jpegOf(5, { width: 1_200, height: 399 }))).toBe("too small");
  });

  test("are judged by what they are, not by what they begin with or are called", async () => {
    const jpeg = await jpegOf(6);
    expect(await problemOf(jpeg.subarray(0, jpeg.length / 2))).toBe("no picture");
    expect(await problemOf(Buffer.concat([jpeg.subarray(0, 20), Buffer.from("<script>alert(1)</script>")]))).toBe(
      "no picture",
    );
    for (const bytes of [
      await drawnPicture(7).gif().toBuffer(),
      await drawnPicture(8).tiff().toBuffer(),
      Buffer.from("<svg/>"),
    ]) {
      expect(looksLikePicture(bytes)).toBe(false);
      expect(await problemOf(bytes)).toBe("no picture");
    }
  });

  test("that would need too much memory are refused by their head", async () => {
    const bomb = await drawnPicture(9, { width: 10, height: 10 })
      .resize(8_000, 8_000, { kernel: "nearest" })
      .png()
      .toBuffer();
    expect(bomb.length).toBeLessThan(64_000_000 / 50);
    expect(await problemOf(bomb)).toBe("no picture");
  });

  test("a decoder that was ended is started anew, and the others' pictures do not wait for ever", async () => {
    const many = await Promise.all(Array.from({ length: 8 }, async (_, seed) => problemOf(await jpegOf(seed))));
    expect(many).toEqual(Array.from({ length: 8 }, () => "none"));
  });

  test("that a decoder had no time for are asked for again, and not called unreadable", async () => {
    const hurried = openPictures({ startMaxMs: 1 });
    try {
      expect(await hurried.clean(await jpegOf(1))).toEqual({ problem: "busy" });
    } finally {
      hurried.close();
    }
  });
});

test("[R.9] an encrypted file opens with its own key and id alone, and shows nothing of itself", () => {
  const box = secretBox("KYC_MASTER_KEY", "1".repeat(64), "production");
  const bytes = Buffer.from("a picture of cAnArY ".repeat(50));
  const [one, two] = [encryptFile(box, "a", bytes), encryptFile(box, "b", bytes)];
  expect([one.bytes.includes("cAnArY"), one.key.includes("cAnArY")]).toEqual([false, false]);
  expect(decryptFile(box, "a", one)?.equals(bytes)).toBe(true);
  expect(decryptFile(box, "b", one)).toBeUndefined();
  expect(decryptFile(box, "a", { bytes: two.bytes, key: one.key })).toBeUndefined();
  const changed = Buffer.from(one.bytes);
  changed[40]! ^= 1;
  expect(decryptFile(box, "a", { ...one, bytes: changed })).toBeUndefined();
  expect(decryptFile(secretBox("KYC_MASTER_KEY", "2".repeat(64), "production"), "a", one)).toBeUndefined();
});
