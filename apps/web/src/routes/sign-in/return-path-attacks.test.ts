import { sites } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { returnPathOf } from "./return-path.ts";

const home = "https://www.tidemark.example";
const prefixes = sites.map(({ prefix }) => prefix).filter((prefix) => prefix !== "");
const strangers = [
  "evil.test",
  "evil.test:8443",
  "www.tidemark.example.evil.test",
  "3232235777",
  "[::1]",
  "evil。test",
];

/** Foreign hosts disguised as paths of this site, and scripts disguised as URLs. */
const shapes: readonly ((host: string) => string)[] = [
  // Another scheme, or none.
  (host) => `https://${host}`,
  (host) => `HTTPS:${host}`,
  (host) => `http:/${host}`,
  (host) => `ftp://${host}/`,
  (host) => `//${host}`,
  (host) => `///${host}`,
  (host) => `////${host}//`,
  (host) => `:///${host}`,
  (host) => host,
  (host) => `.${host}`,
  (host) => `javascript://${host}/%0aalert(1)`,
  (host) => `javascript:location='//${host}'`,
  (host) => `JaVaScRiPt:fetch('//${host}')//`,
  (host) => `java\tscript:location='//${host}'`,
  (host) => `vbscript:open("${host}")`,
  (host) => `data:text/html,<script src=//${host}></script>`,
  (host) => `data:text/html;base64,${btoa(`<script>location='//${encodeURIComponent(host)}'</script>`)}`,
  (host) => `blob:${home}/${host}`,
  (host) => `file://${host}/etc/passwd`,
  (host) => `intent://${host}#Intent;scheme=https;end`,
  // Backslashes, and characters that browsers read as slashes.
  (host) => `/\\${host}`,
  (host) => `\\\\${host}`,
  (host) => `\\/${host}`,
  (host) => `/\\/${host}`,
  (host) => `/\\\\\\${host}`,
  (host) => `/a\\..\\..\\\\${host}`,
  // Characters that browsers remove before parsing.
  (host) => `/\t/${host}`,
  (host) => `/\n/${host}`,
  (host) => `/\r\n/${host}`,
  (host) => `\t//${host}`,
  (host) => ` //${host}`,
  (host) => `\0//${host}`,
  (host) => `/\u0000/${host}`,
  (host) => `/\u007F/${host}`,
  (host) => `/\u0085/${host}`,
  (host) => `\u00A0//${host}`,
  (host) => `\uFEFF//${host}`,
  (host) => `/\u2028/${host}`,
  (host) => `/\u200B/\u200B/${host}//`,
  (host) => `/ /${host}`,
  // Dot segments that resolve to something else.
  (host) => `/.//${host}`,
  (host) => `/..//${host}`,
  (host) => `/a/..//${host}`,
  (host) => `/./.././/${host}`,
  (host) => `/%2e//${host}`,
  (host) => `/%2E%2e//${host}`,
  (host) => `/a/b/%2e%2e/..//${host}`,
  (host) => `/.;//${host}`,
  // Encoded once, twice, thrice and more.
  (host) => `/%2f${host}`,
  (host) => `/%2F%2F${host}`,
  (host) => `/%5c${host}`,
  (host) => `/%5C%5C${host}`,
  (host) => `%2f%2f${host}`,
  (host) => `/%252f${host}`,
  (host) => `/%255c${host}`,
  (host) => `/%25252f${host}`,
  (host) => `/%2525252525252f${host}`,
  (host) => `/%09/${host}//`,
  (host) => `/%0d%0aLocation:%20//${host}`,
  (host) => `/%00//${host}`,
  (host) => `/%c0%af${host}`,
  (host) => `/%E2%88%95%ff${host}`,
  (host) => `/%u2215${host}`,
  // User names before the host.
  (host) => `https://www.tidemark.example@${host}`,
  (host) => `//www.tidemark.example@${host}`,
  (host) => `//www.tidemark.example:pass@${host}`,
  (host) => `https://${host}#@www.tidemark.example`,
  (host) => `https://${host}?www.tidemark.example`,
  (host) => `https://www.tidemark.example.${host}`,
  (host) => `//${host}\\@www.tidemark.example`,
  // Behind a site's prefix, which is taken off again.
  ...prefixes.flatMap((prefix): ((host: string) => string)[] => [
    (host) => `${prefix}//${host}`,
    (host) => `${prefix}/\\${host}`,
    (host) => `${prefix}/%2f${host}`,
    (host) => `${prefix}/..//${host}`,
    (host) => `${prefix}/.//${host}`,
  ]),
  // Very long.
  (host) => `/${"a".repeat(2_000)}//${host}`,
  (host) => `/${"/".repeat(5_000)}${host}`,
];
const payloads = shapes.flatMap((shape) => strangers.map(shape));

/** Unusual paths that are still ours: they are accepted and lead to no other host. */
const harmless = strangers.flatMap((host) => [
  `/@${encodeURIComponent(host)}`,
  `/a?next=//${encodeURIComponent(host)}`,
  `/a?next=https://${encodeURIComponent(host)}`,
  `/a/..;/${encodeURIComponent(host)}`,
  `/m/#//${encodeURIComponent(host)}`,
]);

/** Every host at which a browser may end when it is sent to this path, also by a page that removes prefixes, or decodes, and redirects. */
function hostsOf(path: string): readonly string[] {
  const { pathname } = new URL(path, home);
  const without = prefixes.map((prefix) => pathname.slice(pathname.startsWith(`${prefix}/`) ? prefix.length : 0));
  const decoded = [pathname, ...without].flatMap((one) => {
    const once = decodeURIComponent(one);
    return [one, once, decodeURIComponent(once)];
  });
  return [path, ...decoded].map((one) => new URL(one, home).origin);
}

test("of 500 and more ways to dress up another host as a way back, none leaves our own", () => {
  expect(new Set(payloads).size).toBeGreaterThanOrEqual(500);
  const taken = payloads.filter((payload) => returnPathOf(payload) !== undefined);
  expect(taken).toEqual([]);
  for (const path of harmless) {
    expect([path, returnPathOf(path)]).toEqual([path, expect.any(String)]);
    expect([path, new Set(hostsOf(returnPathOf(path)!))]).toEqual([path, new Set([home])]);
  }
});

test("whatever is glued together from such pieces, what is taken stays with us", () => {
  const pieces = [
    "/",
    "//",
    "\\",
    ".",
    "..",
    "%2f",
    "%2e",
    "%5c",
    "%25",
    "@",
    ":",
    "?",
    "#",
    "\t",
    "evil.test",
    "kr",
    "",
  ];
  let tried = 0;
  for (const a of pieces)
    for (const b of pieces)
      for (const c of pieces)
        for (const d of pieces) {
          tried += 1;
          const path = returnPathOf(`/${a}${b}${c}${d}`);
          if (path === undefined) continue;
          const gone = hostsOf(path).filter((origin) => origin !== home);
          if (gone.length > 0) expect([path, gone]).toEqual([path, []]);
        }
  expect(tried).toBe(pieces.length ** 4);
});
