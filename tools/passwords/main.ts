// `node tools/passwords/main.ts passwords.json`: writes the hashes of the commonest passwords that new passwords are compared with. The list is
// `src/passwords.json` of the npm package @zxcvbn-ts/language-common 4.1.3 (`npm pack` brings it), under the MIT licence: copyright 2012-2016 Dan
// Wheeler and Dropbox, Inc., 2021 @zxcvbn-ts. It is no dependency: the file changes once in years, and then on purpose.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { isPasswordWhole } from "@tidemark/contracts";
import {
  baseLengthMin,
  hashBytes,
  hashOfBase,
  isCommonPassword,
} from "../../services/platform/src/identity/password/common-passwords.ts";

const sha256 = "f422773d94d630f27e08b26d7017e847bb1feb2a84809340e9c0b0c47b33e3f1";
const file = new URL("../../services/platform/src/identity/password/common-passwords.bin", import.meta.url);
const checkedMax = 10_000;

const text = readFileSync(process.argv[2] ?? "passwords.json");
if (createHash("sha256").update(text).digest("hex") !== sha256) throw new Error("this is another list");
const list = JSON.parse(text.toString()) as string[];
const hashes = new Set(list.filter((base) => base.length >= baseLengthMin).map((base) => hashOfBase(base)));
const bytes = Buffer.alloc(hashes.size * hashBytes);
[...hashes].sort((a, b) => a - b).forEach((hash, i) => bytes.writeUIntBE(hash, i * hashBytes, hashBytes));
const isSame = readFileSync(file).equals(bytes);
writeFileSync(file, bytes);

/** As people make a password fit the rule: the first letter large, and one of the usual ends. */
const ends = ["!", "1!", "123!", "!1", "@123", "2026!", "#1"];
const capitalised = (base: string): string => base.replace(/[a-z]/, (letter) => letter.toUpperCase());
const variants = list
  .filter((base) => base.length >= baseLengthMin)
  .slice(0, checkedMax)
  .flatMap((base) => ends.map((end) => capitalised(base) + end))
  .filter((password) => isPasswordWhole(password));
const passed = isSame ? variants.filter((password) => !isCommonPassword(password, "")) : [];
process.stdout.write(`${hashes.size} hashes, ${bytes.length} bytes${isSame ? "" : ": written, run again to check"}\n`);
process.stdout.write(
  `${variants.length} variants of the first ${checkedMax} fit the rule, ${passed.length} of them pass ${passed.slice(0, 20).join(" ")}\n`,
);
