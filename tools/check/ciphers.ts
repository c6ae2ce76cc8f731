import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Authenticated: what was changed does not open. The second is how browsers expect a push (RFC 8188). */
const allowed = new Set(["aes-256-gcm", "aes128gcm"]);
/** Decodes the list of hosts that is in every page, as the specification says; it keeps no secret. */
const exempt = new Set(["apps/web/src/lib/client/hosts.ts"]);

const cipherName = /["'`]((?:aes|bf|camellia|chacha20|des|rc\d|seed|sm4)(?:-|\d)[\w-]*|aria-?\d{3}-\w+)["'`]/gi;
/** Other ways to encrypt than by a cipher that is named as a text. */
const otherWay = /@noble\/ciphers|subtle\s*[.]\s*encrypt/;
const usesCipher = /\bcreate(?:Cipher|Decipher)iv\(/;

/** Sources that encrypt in a way that would not notice a change, each with what it names. */
export function unauthenticatedCiphers(root: string): string[] {
  return globSync("{apps,contracts,engine,kit,money,services,tools}/**/*.{ts,tsx}", {
    cwd: root,
    exclude: (path) => path.includes("node_modules") || path.includes("planted"),
  })
    .filter((file) => !/[.](test|spec)[.]ts$/.test(file) && !exempt.has(file) && file !== "tools/check/ciphers.ts")
    .sort()
    .flatMap((file) => {
      const source = readFileSync(join(root, file), "utf8");
      const names = [...source.matchAll(cipherName)].map(([, name]) => name!);
      const wrong = names.filter((name) => !allowed.has(name));
      if (usesCipher.test(source) && names.length === 0) wrong.push("a cipher without a name");
      const other = otherWay.exec(source)?.[0];
      if (other !== undefined) wrong.push(other);
      return wrong.map((what) => `${file}: ${what}`);
    });
}
