import { readFileSync } from "node:fs";
import { lowerPriority } from "@tidemark/kit-node";
import { engineMaker } from "../engine-machine.ts";
import { verifySnapshot } from "./snapshots.ts";

// A process of its own, started by a follower with the path of a fresh snapshot: loading it there costs the follower no time and finds
// what only its memory made look right; nobody waits for it. Exit code 0 says that the file gives the same state and the same bytes again.
lowerPriority(10);
verifySnapshot(readFileSync(process.argv[2]!), engineMaker);
