import type { ContentDifference } from "@tidemark/contracts";

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (value === undefined ? "" : JSON.stringify(value));

/** What differs, field by field; lists are compared item by item, so that one new entry of a menu is one line. */
export function differencesOf(before: unknown, after: unknown, path = ""): ContentDifference[] {
  const inside = (key: string): string => (path === "" ? key : `${path}.${key}`);
  if (isObject(before) && isObject(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      differencesOf(before[key], after[key], inside(key)),
    );
  if (Array.isArray(before) && Array.isArray(after))
    return Array.from({ length: Math.max(before.length, after.length) }).flatMap((_, place) =>
      differencesOf(before[place], after[place], inside(String(place))),
    );
  const [old, now] = [textOf(before), textOf(after)];
  return old === now ? [] : [{ path, before: old, after: now }];
}
