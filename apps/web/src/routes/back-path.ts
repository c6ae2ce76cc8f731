/** Only a path of this very site may be returned to: no other host, no script, nothing that a browser reads as one. */
export function backPathOf(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > 2_000) return undefined;
  const isPath = /^\/(?![/\\])[^\\\s]*$/.test(value) && !/\p{Cc}/u.test(value);
  return isPath && !/^\/(?:%2f|%5c)/i.test(value) ? value : undefined;
}
