/** Two notes up when an order fills, two notes down when one is refused. */
export type Tone = "fill" | "refusal";
export type Note = { readonly hertz: number; readonly startMs: number; readonly lengthMs: number };

export const notesOf: Readonly<Record<Tone, readonly Note[]>> = {
  fill: [
    { hertz: 660, startMs: 0, lengthMs: 90 },
    { hertz: 880, startMs: 80, lengthMs: 160 },
  ],
  refusal: [
    { hertz: 330, startMs: 0, lengthMs: 110 },
    { hertz: 247, startMs: 100, lengthMs: 200 },
  ],
};

const loudness = 0.08;
const fadeInMs = 8;
/** An order that fills in many parts, or several orders at once, are one sound. */
export const pauseMinMs = 250;

let context: AudioContext | undefined;
let lastAt = -Infinity;

/** Made by the device, so that nothing has to be loaded when it is needed. Silent where the browser allows no sound. */
export function playTone(tone: Tone, now = performance.now()): void {
  if (now - lastAt < pauseMinMs || typeof AudioContext === "undefined") return;
  lastAt = now;
  context ??= new AudioContext();
  // A browser starts without sound until the page was clicked.
  if (context.state === "suspended") void context.resume();
  for (const note of notesOf[tone]) playNote(context, note);
}

function playNote(audio: AudioContext, { hertz, startMs, lengthMs }: Note): void {
  const [start, end] = [audio.currentTime + startMs / 1_000, audio.currentTime + (startMs + lengthMs) / 1_000];
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loudness, start + fadeInMs / 1_000);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  const source = audio.createOscillator();
  source.type = "sine";
  source.frequency.value = hertz;
  source.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(end);
}
