import { readFileSync } from "node:fs";
import { engineMaker } from "../engine-machine.ts";
import { verifySnapshot } from "./snapshots.ts";

// The process that snapshot-verifier.ts starts with the path of a fresh snapshot. Exit code 0 says that the file gives the same state and
// the same bytes again.
verifySnapshot(readFileSync(process.argv[2]!), engineMaker);
