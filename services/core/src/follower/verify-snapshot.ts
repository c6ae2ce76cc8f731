import { readFileSync } from "node:fs";
import { engineMaker } from "../engine-machine.ts";
import { verifySnapshot } from "./snapshots.ts";

// The process that snapshot-verifier.ts starts with the path of a fresh snapshot and its own process id. Exit code 0 says that the file gives
// the same state and the same bytes again. Whose node was killed while this code was loaded has nobody to say it to.
const [, , path, parent] = process.argv;
if (process.ppid !== Number(parent)) process.exit(1);
verifySnapshot(readFileSync(path!), engineMaker);
