// `node tools/verifier/main.ts`: writes the single-file verifier of proofs of funds.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../dev/processes/root.ts";
import { verifierPath, verifierText } from "./single-file.ts";

writeFileSync(join(root, verifierPath), verifierText());
