import { expect, test } from "vitest";
import { cleanNickname, isNickname, nicknameLength, nicknameMax, withoutPictographs } from "./nickname.ts";

test("[S5.2] emoji, flags, keycaps and joined families are stripped while typing; letters and digits stay", () => {
  expect(withoutPictographs("tide 🌊 7️⃣ 👩‍👩‍👧 🇩🇪 👍🏽 ☀️ ❤️!")).toBe("tide  7     !");
  for (const name of ["maren_tides", "Überfluß 9", "潮の音", "밀물", "موج‌سوار", "Đặng Văn", "x-1.5%"])
    expect(withoutPictographs(name)).toBe(name);
});

test("a nickname has no invisible characters, one space between words and at most three marks on a letter", () => {
  expect(cleanNickname("  ebb \u{202E} and\u{200B}\tflow ")).toBe("ebb andflow");
  expect(cleanNickname(`z${"\u{0300}".repeat(9)}`)).toHaveLength("z\u{0300}\u{0300}\u{0300}".length);
  expect(["🌊", " ", "...", "\u{3164}"].map((text) => isNickname(cleanNickname(text)))).toEqual(
    Array.from({ length: 4 }, () => false),
  );
});

test("[S9.2] characters are counted as a reader counts them", () => {
  expect(nicknameLength("e\u{0301}tale")).toBe(5);
  expect(nicknameLength("নিশীথ")).toBe(3);
  expect(nicknameLength("潮".repeat(nicknameMax))).toBe(25);
  expect(nicknameLength("\u{1100}".repeat(400))).toBe(400);
  expect(cleanNickname(`z${"\u{0489}".repeat(9)}`)).toBe("z");
});
