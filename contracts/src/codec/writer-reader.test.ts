import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { journalCommands } from "../journal/commands.ts";
import { commandClasses, type CommandFields, keyForms } from "../journal/define.ts";
import {
  type CommandDraft,
  decodeCommand,
  encodeCommand,
  packAlive,
  packAnnouncement,
  packAnswers,
  packCommands,
  packMismatch,
  packQuestion,
  packReply,
  Reader,
  type Seal,
  signatureLength,
  unpackAlive,
  unpackAnnouncement,
  unpackAnswers,
  unpackCommands,
  unpackMismatch,
  unpackQuestion,
  unpackReply,
  Writer,
} from "./index.ts";

/** Numbers of every size, and those at which a type ends. */
const edges = [0, 255, 65_535, 2 ** 31 - 1, 2 ** 32 - 1, 2 ** 48 - 1, 2 ** 53 - 1, 2 ** 53, 2 ** 64].flatMap((edge) => [
  edge,
  edge + 1,
  -edge,
  -edge - 1,
]);
const number = fc.oneof(
  fc.constantFrom(...edges, 0.5, Number.NaN, Number.POSITIVE_INFINITY),
  fc.maxSafeInteger(),
  fc.double(),
);
const big = fc.oneof(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), fc.constantFrom(2n ** 63n, -(2n ** 63n), 0n));
const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ minLength: 200, maxLength: 300, unit: "binary" }),
  fc.constantFrom("é", "Ā", "x".repeat(255), "x".repeat(256)),
);
const bytes = fc.uint8Array({ maxLength: 40 });

type Values = {
  readonly number: fc.Arbitrary<number>;
  readonly big: fc.Arbitrary<bigint>;
  readonly text: fc.Arbitrary<string>;
  readonly keyForm: fc.Arbitrary<number>;
};
const wide: Values = { number, big, text, keyForm: fc.oneof(fc.nat(5), number) };
/** Values that every type holds. */
const fitting: Values = {
  number: fc.nat(1),
  big: fc.bigInt({ min: -5n, max: 5n }),
  text: fc.constant("a text of 20 letters"),
  keyForm: fc.nat(4),
};
/** One field at a time is of any size: with several, nearly every value would be refused for one of them and nothing else seen. */
const oneWide = (shape: (values: Values) => Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> =>
  fc
    .tuple(fc.record(shape(fitting)), fc.record(shape(wide)), fc.constantFrom(...Object.keys(shape(wide)), ""))
    .map(([small, large, name]) => (name === "" ? small : { ...small, [name]: large[name] }));

/** Written and read back as it was, or refused by the writer: nothing in between. True where it was written. */
function survives(write: () => unknown, written: unknown): boolean {
  let back: unknown;
  try {
    back = write();
  } catch (error) {
    // A DecodeError here would be the reader's: it must not see what it refuses.
    expect(error).toBeInstanceOf(RangeError);
    return false;
  }
  expect(withoutSigns(back)).toEqual(withoutSigns(written));
  return true;
}
/** −0 and 0 are the same number. */
const withoutSigns = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, one: unknown) => {
      if (typeof one === "bigint") return `${one}n`;
      if (one instanceof Uint8Array || one instanceof Float64Array) return [...one].map(String);
      return typeof one === "number" ? String(one + 0) : one;
    }),
  );

const kinds = ["u8", "u16", "u32", "i32", "u48", "u53", "f64"] as const;

describe("C2: the writer refuses what the reader refuses", () => {
  test.each(kinds)("%s", (kind) => {
    fc.assert(
      fc.property(number, (value) => {
        survives(
          () => {
            const out = new Writer(1);
            out[kind](value);
            return { value: new Reader(out.done())[kind]() };
          },
          { value },
        );
      }),
      { numRuns: 1_000 },
    );
  });

  test("i64, text and raw bytes", () => {
    fc.assert(
      fc.property(big, text, bytes, (whole, words, raw) => {
        survives(
          () => {
            const out = new Writer(1);
            out.i64(whole);
            out.text(words);
            out.raw(raw);
            const reader = new Reader(out.done());
            return { whole: reader.i64(), words: reader.text(), raw: reader.raw(raw.length) };
          },
          { whole, words, raw },
        );
      }),
    );
  });

  test("u53 ends where numbers stop being exact", () => {
    expect(() => new Writer().u53(2 ** 53)).toThrow(RangeError);
    expect(() => new Writer().u53(2 ** 53 - 1)).not.toThrow();
  });
});

const triggerOf = ({ number: n }: Values) => fc.record({ price: n, by: n });
const exitOf = ({ number: n }: Values) => fc.option(fc.record({ price: n, by: n, limit: n }), { nil: undefined });
const keyFrom = ({ number: n, text: t, keyForm }: Values) =>
  fc
    .record({ form: keyForm, words: fc.record({ w0: n, w1: n, w2: n, w3: n }), text: t })
    .map(({ form, words, text: written }) => {
      // What a form does not carry is empty in it; otherwise two keys would be one.
      if (form === keyForms.uuid || form === keyForms.short) return { form, ...words, text: "" };
      if (form === keyForms.made) return { form, ...words, w2: 0, w3: 0, text: "" };
      return { form, w0: 0, w1: 0, w2: 0, w3: 0, text: form === keyForms.none ? "" : written };
    });

function shapeOf(fields: CommandFields, values: Values): Record<string, fc.Arbitrary<unknown>> {
  const out: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, kind] of Object.entries(fields)) {
    if (kind === "exits") Object.assign(out, { tp: exitOf(values), sl: exitOf(values) });
    else if (kind === "trigger") out.trigger = fc.option(triggerOf(values), { nil: undefined });
    else if (kind === "key") out.target = keyFrom(values);
    else if (kind === "flag") out[name] = fc.boolean();
    else if (kind === "text") out[name] = values.text;
    else if (kind === "i64") out[name] = values.big;
    else if (kind === "weights") out[name] = fc.array(values.number, { maxLength: 300 });
    else if (kind === "tiers")
      out[name] = fc.array(fc.record({ cap: values.big, maxLeverage: values.number, mmr: values.number }), {
        maxLength: 4,
      });
    else out[name] = values.number;
  }
  return out;
}

describe("C2: a command is written only as it will be read", () => {
  test.each(Object.entries(journalCommands))("%s", (type, { by: sender, fields }) => {
    const drafts = oneWide((values) => ({
      ...(sender === "user"
        ? { uid: values.number, key: keyFrom(values) }
        : { producer: values.number, number: values.number }),
      ...shapeOf(fields, values),
    }));
    let accepted = 0;
    fc.assert(
      fc.property(drafts, (draft) => {
        const isWritten = survives(() => {
          const out = new Writer(1);
          encodeCommand({ type, ...draft } as unknown as CommandDraft, out);
          const written = out.done();
          const read = decodeCommand(written, 0, written.length) as unknown as Record<string, unknown>;
          // Beside an amount a quantity is not written.
          if (read.quoteAmount !== undefined && read.quoteAmount !== 0 && "qty" in draft) read.qty = draft.qty;
          return Object.fromEntries(Object.keys(draft).map((name) => [name, read[name]]));
        }, draft);
        if (isWritten) accepted += 1;
      }),
      { numRuns: 300 },
    );
    expect(accepted).toBeGreaterThan(20);
  });
});

const seal: Seal = (message) => new Uint8Array(16).fill(message.reduce((sum, byte) => (sum * 31 + byte) % 251, 7));
const signer = { node: "a", sign: () => [new Uint8Array(signatureLength)] };
/** Names are checked against the signer's elsewhere: here every name is the signer's own. */
const verifierOf = ({ node }: { readonly node: string }) => ({ signerOf: () => node });
const verifier = verifierOf(signer);
const by = fc.constantFrom(...commandClasses, "nobody" as "user");

type Bounced = readonly [fc.Arbitrary<object>, (message: never) => unknown];
const messages: Readonly<Record<string, Bounced>> = {
  commands: [
    oneWide(({ number: n, text: t }) => ({
      by,
      sender: t,
      sentAt: n,
      commands: fc.array(fc.record({ request: n, bytes }), { maxLength: 3 }),
    })),
    (message) => {
      const { tag: _, ...back } = unpackCommands(packCommands(message, seal), seal);
      return back;
    },
  ],
  answers: [
    oneWide(({ number: n, big: b, text: t }) => ({
      epoch: n,
      to: t,
      answers: fc.array(
        fc.record({ request: n, tag: n, result: fc.record({ code: n, seq: n, ref: n, facts: fc.tuple(b, b) }) }),
        { maxLength: 2 },
      ),
    })),
    (message) => unpackAnswers(packAnswers(message, signer), verifier),
  ],
  announcement: [
    oneWide(({ number: n, text: t }) => ({
      epoch: n,
      seq: n,
      batchId: t,
      at: n,
      part: n,
      parts: n,
      events: fc.float64Array({ maxLength: 5 }),
    })),
    (message) => unpackAnnouncement(packAnnouncement(message, signer), verifier),
  ],
  question: [
    oneWide(({ number: n, text: t }) => ({ by, sender: t, sentAt: n, body: bytes })),
    (message) => unpackQuestion(packQuestion(message, seal), seal),
  ],
  reply: [
    oneWide(({ number: n }) => ({
      question: n.chain((length) => fc.uint8Array({ minLength: length === 0 ? 16 : 0, maxLength: 17 })),
      body: bytes,
    })),
    (message) => unpackReply(packReply(message, seal), seal),
  ],
  alive: [
    oneWide(({ number: n, text: t }) => ({ node: t, sentAt: n, answersNow: fc.boolean(), logicVer: n })),
    (message) => unpackAlive(packAlive(message, signer), verifierOf(message)),
  ],
  mismatch: [
    oneWide(({ number: n, text: t }) => ({ node: t, epoch: n, seq: n, stateHash: bytes })),
    (message) => unpackMismatch(packMismatch(message, signer), verifierOf(message)),
  ],
};

describe("C2: a message is written only as it will be read", () => {
  test.each(Object.entries(messages))("%s", (_, [arbitrary, throughTheBus]) => {
    let accepted = 0;
    fc.assert(
      fc.property(arbitrary, (message) => {
        if (survives(() => throughTheBus(message as never), message)) accepted += 1;
      }),
      { numRuns: 500 },
    );
    expect(accepted).toBeGreaterThan(0);
  });
});
