import { afterEach, expect, test, vi } from "vitest";
import { notesOf, pauseMinMs, playTone } from "./tones.ts";

afterEach(() => vi.unstubAllGlobals());

/** Counts the notes that are started: Node has no sound. */
function listen(): { readonly hertz: number[] } {
  const hertz: number[] = [];
  const node = () => {
    const made = {
      gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} },
      frequency: { value: 0 },
      type: "sine",
      connect: (next: unknown) => next,
      start: () => hertz.push(made.frequency.value),
      stop() {},
    };
    return made;
  };
  vi.stubGlobal(
    "AudioContext",
    class {
      readonly currentTime = 0;
      readonly state = "running";
      readonly createGain = node;
      readonly createOscillator = node;
    },
  );
  return { hertz };
}

test("a fill rises and a refusal falls, and fills at the same moment are one sound", () => {
  playTone("fill", 0);
  const { hertz } = listen();
  playTone("fill", 1_000);
  playTone("fill", 1_000 + pauseMinMs - 1);
  expect(hertz).toEqual(notesOf.fill.map((note) => note.hertz));
  playTone("refusal", 3_000);
  const [low, lower] = hertz.slice(-2);
  expect(low).toBeGreaterThan(lower!);
});
