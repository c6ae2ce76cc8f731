import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isSensitive } from "./sensitive.ts";

const folder = new URL("words/", import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
const words = files.flatMap((file) => {
  const { anywhere, word } = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Record<string, string[]>;
  return [...anywhere!, ...word!];
});

/** The same numbers in every run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const look = {
  a: "аɑα",
  c: "сϲ",
  e: "еｅ",
  i: "іı1",
  o: "оο0",
  p: "рρ",
  s: "ѕｓ",
  x: "хⅹ",
  y: "уγ",
  h: "һｈ",
  n: "ｎո",
};
const signs = { a: "4@", e: "3", i: "1!", o: "0", s: "5$", t: "7+", b: "8" };
const swapped = (text: string, table: Readonly<Record<string, string>>, pick: (below: number) => number): string =>
  Array.from(text)
    .map((letter) =>
      ((of) => (of === undefined ? letter : Array.from(of)[pick(Array.from(of).length)]!))(table[letter]),
    )
    .join("");

/** What people do to a word so that a list does not find it. */
const tricks: Readonly<Record<string, (word: string, pick: (below: number) => number) => string>> = {
  spaced: (word) => Array.from(word).join(" "),
  dotted: (word, pick) => Array.from(word).join([".", "_", "-", "·", "/"][pick(5)]!),
  capitals: (word) =>
    Array.from(word)
      .map((letter, at) => (at % 2 === 0 ? letter.toUpperCase() : letter))
      .join(""),
  repeated: (word, pick) =>
    Array.from(word)
      .map((letter) => letter.repeat(1 + pick(3)))
      .join(""),
  lookAlike: (word, pick) => swapped(word, look, pick),
  leetspeak: (word, pick) => swapped(word, signs, pick),
  fullWidth: (word) =>
    word.replace(/[a-z]/gu, (letter) => String.fromCodePoint(letter.codePointAt(0)! - 0x61 + 0xff41)),
  accented: (word, pick) => word.replace(/[aeiou]/gu, (letter) => letter + ["\u{301}", "\u{308}", "\u{323}"][pick(3)]!),
  zeroWidth: (word) => Array.from(word).join("\u{200B}"),
  numbered: (word, pick) => `${word}${10 + pick(90)}`,
  beside: (word, pick) => `${["big", "mr", "el"][pick(3)]!}_${word}`,
  both: (word, pick) => Array.from(swapped(word, look, pick)).join([" ", "."][pick(2)]!),
};

const isLatin = (word: string): boolean => /^[a-z ]+$/u.test(word.normalize("NFD").replace(/\p{Mn}/gu, ""));
const forAllScripts = ["spaced", "dotted", "zeroWidth", "numbered", "beside", "repeated"];

test("[S5.3] at least 98 % of generated spellings of the listed words are refused", () => {
  const pick = numbersFrom(61);
  const tried = words.flatMap((word) =>
    Object.entries(tricks)
      .filter(([name]) => isLatin(word) || forAllScripts.includes(name))
      .map(([name, trick]) => ({ name, word, spelled: trick(word, pick) })),
  );
  const missed = tried.filter(({ spelled }) => !isSensitive(spelled));
  expect(tried.length).toBeGreaterThanOrEqual(500);
  expect(missed.length / tried.length).toBeLessThanOrEqual(0.02);
});

const given =
  "maren olivia alice bob jonas lukas anna sofia mateo lucas pedro joão marie chloé julien giulia marco elena mehmet ayşe emre ivan olga дмитрий анна мария сергей minh linh nguyễn trang yuki haruto さくら 健太 민준 서연 지우 小明 美玲 志偉 آرش سارا مریم رضا dick peter hans jürgen günther kumar priya omar fatima nadia dan al".split(
    " ",
  );
const nouns =
  "tides harbour whale trader hodl moon satoshi lantern falke adler montagne soleil cielo lupo luna rio mar deniz kartal волк море зима sông núi biển 海 山 空 바다 하늘 별 潮 鯨 دریا کوه موج classic assassin cockpit peacock analyst titanic grape drape shiitake basement bassist passport therapist scrapes essex sussex penistone scunthorpe constitution".split(
    " ",
  );
const joins = ["_", " ", ".", "", "-"];
const ends = ["", "7", "88", "2024", "!", "_x", "01"];
const hard = [
  "Scunthorpe United",
  "Arsenal",
  "Matsushita",
  "Ashita",
  "Push it",
  "Niger River",
  "Duma",
  "Computa",
  "Reputation",
  "Circle K",
  "Hancock",
  "Dickens",
  "Middlesex",
  "Kassel",
  "Hass avocado",
  "Grass Hopper",
  "Night Owl",
  "Shih Tzu",
  "Puget Sound",
  "Bitcoin Maxi",
  "Analytics",
  "Cumulus",
  "Titan",
  "Glass",
  "Sussex Tide",
  "Mishita",
  "Hiroshi Takeda",
  "Basil",
  "Rapeseed",
  "Grapefruit",
  "Isis Bank of Egypt".slice(5),
  "lon nước",
  "cac bạn",
  "Сукачёв",
  "Хулиан",
  "海洋",
  "操作員",
];

test("[S5.3] at most 1 % of 2,000 harmless names are refused", () => {
  const pick = numbersFrom(62);
  const cased = (text: string): string => (pick(2) === 0 ? text : text[0]!.toUpperCase() + text.slice(1));
  const names = new Set(hard);
  while (names.size < 2_000)
    names.add(
      cased(given[pick(given.length)]!) +
        joins[pick(joins.length)]! +
        cased(nouns[pick(nouns.length)]!) +
        ends[pick(ends.length)]!,
    );
  const refused = [...names].filter(isSensitive);
  expect(refused.length / names.size).toBeLessThanOrEqual(0.01);
});

test("[S5.3] letters covered by stars, drawn by signs or mixed from scripts are read", () => {
  for (const name of [
    "f*ck you",
    "b**ch",
    "fυck",
    "ｆｕｃｋ",
    "F.U.C.K",
    "fuuuuck",
    "phuck",
    "5hit",
    "sh!t",
    "ТiDеMаRк",
    "а d m i n",
  ])
    expect([name, isSensitive(name)]).toEqual([name, true]);
});

test("[S5.3] a mark may make the word: only the Vietnamese word with its own marks is refused", () => {
  expect(["lồn", "lon", "Lôn", "anh địt", "Đít"].map(isSensitive)).toEqual([true, false, false, true, false]);
});
