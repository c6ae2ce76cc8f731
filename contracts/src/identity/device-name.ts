// In this order: every browser says that it is also the ones before it.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bYaBrowser\//, "Yandex"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bCriOS\/|\b(Headless)?Chrom(e|ium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b|\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];
const lengthMax = 60;

const nameIn = (list: typeof browsers, agent: string): string | undefined =>
  list.find(([shape]) => shape.test(agent))?.[1];

/** "Chrome, Windows" from a browser's User-Agent; other agents as they are, truncated. */
export function deviceOf(agent: string): string | undefined {
  const names = [nameIn(browsers, agent), nameIn(systems, agent)].filter((name) => name !== undefined);
  if (names.length > 0) return names.join(", ");
  return agent === "" ? undefined : agent.slice(0, lengthMax);
}
