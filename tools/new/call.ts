import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { catalogWith } from "./catalog.ts";
import { spelled } from "./names.ts";
import type { Written } from "./written.ts";

const importsOfNew = `import { z } from "zod";
import { defineCall } from "../define.ts";
import { seq } from "../values.ts";
`;

const declared = (domain: string, call: ReturnType<typeof spelled>): string => `
export const ${call.camel} = defineCall({
  owner: "core",
  needs: "session",
  carry: "bus",
  shape: "envelope",
  name: "${domain}.${call.camel}",
  path: "GET /api/${domain}/${call.kebab}",
  answers: "now",
  rate: "read",
  ask: z.strictObject({}),
  answer: z.object({ seq }),
  refusals: [],
});
`;

/** A call of the catalogue, given as domain.call-name. The gateway, the client and the reference then know it by themselves. */
export function call(name: string, root: string): Written {
  const [domainName, callName, ...more] = name.split(".");
  if (callName === undefined || more.length > 0)
    throw new Error(`"${name}" is not domain.call-name, e.g. account.freeze`);
  const domain = spelled(domainName!);
  const spelledCall = spelled(callName);
  const callsPath = `contracts/src/${domain.kebab}/calls.ts`;
  const isKnown = existsSync(join(root, callsPath));
  const before = isKnown ? readFileSync(join(root, callsPath), "utf8") : importsOfNew;
  if (new RegExp(`export const ${spelledCall.camel} =`).test(before)) throw new Error(`${callsPath} has it already`);
  if (isKnown && !/import \{ z \} from "zod"/.test(before))
    throw new Error(`${callsPath} does not look like a list of calls`);

  return {
    files: isKnown ? {} : { [callsPath]: before + declared(domain.kebab, spelledCall) },
    changes: {
      ...(isKnown ? { [callsPath]: before + declared(domain.kebab, spelledCall) } : {}),
      ...catalogWith(root, domain, spelledCall.camel),
    },
    next: [
      "Say how it is answered: command (with make and answer), now, history or own; and its refusals.",
      "now: services/core/src/questions/now.ts · history: services/core/src/projector/history-answers.ts · own: its owner's answers.ts.",
      "The gateway serves it, the client calls it and /docs shows it without another line.",
    ],
  };
}
