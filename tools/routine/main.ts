// `node tools/routine/main.ts`: writes the compiled routine where the page finds it and prints the hash that contracts must name.
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { botRoutine } from "@tidemark/contracts";
import { routineBytes } from "./routine.ts";

const file = fileURLToPath(new URL(`../../apps/web/public${botRoutine.path}`, import.meta.url));
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, routineBytes());
process.stdout.write(`${createHash("sha256").update(routineBytes()).digest("hex")}\n`);
