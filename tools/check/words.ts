/** A word that names and comments do without, and what is written instead. Several words are one name taken apart: `roll call` is `rollCall`. */
export type Unwanted = {
  readonly words: readonly string[];
  readonly in: readonly ("name" | "comment")[];
  readonly write: string;
};

const everywhere = ["name", "comment"] as const;
const names = ["name"] as const;
const comments = ["comment"] as const;

/** Words that are gone. One of them anywhere fails the check. */
export const gone: readonly Unwanted[] = [
  { words: ["aftermath"], in: everywhere, write: "follow-ups" },
  { words: ["harvest", "harvests", "harvested"], in: everywhere, write: "history batch, history writer" },
  { words: ["herald", "heralds"], in: everywhere, write: "announcement listener" },
  { words: ["poison", "poisons", "poisoned"], in: everywhere, write: "failed command" },
  { words: ["seat", "seats"], in: names, write: "userContract: a user's record in one contract" },
  { words: ["stake", "stakes"], in: names, write: "userMarket: a user's record in one market" },
  { words: ["limb", "limbs"], in: names, write: "split amount: the two numbers of an amount" },
  { words: ["legs", "leg of"], in: everywhere, write: "position" },
  { words: ["clerk", "clerks", "open desk", "desks"], in: names, write: "rpc server, rpc client" },
  { words: ["sightings", "kept sighting"], in: everywhere, write: "seen epoch" },
  { words: ["roll call"], in: everywhere, write: "peer heartbeats" },
  { words: ["office", "offices"], in: everywhere, write: "term (a won election), deps (dependencies)" },
  { words: ["objections", "objector list"], in: names, write: "state mismatch" },
  { words: ["voice", "leader ears", "session ears"], in: names, write: "leader output, callbacks" },
  { words: ["go on working", "go on matching"], in: names, write: "resumeCommand, resumeMatching" },
  { words: ["move house", "credit house"], in: names, write: "move_treasury, credit_treasury" },
  { words: ["perform other", "perform operator"], in: names, write: "dispatch" },
  { words: ["pass as program", "programs may"], in: names, write: "authenticateApiKey, apiKeyPermission" },
  { words: ["neighbourhood"], in: names, write: "rateLimitKey" },
  { words: ["unsaid"], in: names, write: "reply, renderReply" },
  { words: ["utils", "helpers"], in: names, write: "the name of what the file is about" },
];

/** Words that still stand somewhere. Their number may only fall; at 0 a word moves to the list above. */
export const left: readonly (Unwanted & { readonly max: number })[] = [
  { words: ["leg"], in: names, write: "position", max: 9 },
  { words: ["limbs", "limb"], in: comments, write: "the two numbers of an amount", max: 2 },
  {
    words: ["desk", "desks"],
    in: everywhere,
    write: "rpc server, rpc client; of the simulator: perp session",
    max: 6,
  },
  { words: ["sighting"], in: comments, write: "seen epoch", max: 1 },
  { words: ["landings", "landing"], in: names, write: "form callback", max: 1 },
  { words: ["ears", "ear"], in: names, write: "callbacks", max: 1 },
  { words: ["told"], in: names, write: "invalidation, sent, published", max: 47 },
  { words: ["told", "tells", "tell"], in: comments, write: "sends, publishes, reports, says which", max: 96 },
  { words: ["hear", "hears", "heard"], in: names, write: "subscribe, on…, received", max: 33 },
  { words: ["hear", "hears", "heard"], in: comments, write: "receives, subscribes to", max: 18 },
  { words: ["speak", "speaks"], in: everywhere, write: "sends, uses (a language or protocol)", max: 14 },
  { words: ["knows"], in: comments, write: "has, contains, depends on", max: 24 },
  { words: ["goes on", "go on"], in: everywhere, write: "continues, resumes", max: 37 },
  { words: ["gives way", "give way"], in: comments, write: "runs at low priority, yields", max: 2 },
  { words: ["whoever", "whomever"], in: comments, write: "the noun: the caller, the reader, any process", max: 46 },
  { words: ["door", "doors"], in: everywhere, write: "entry point, index.ts, sign-in method", max: 5 },
  { words: ["stranger", "strangers"], in: everywhere, write: "third party, signed-out user, other module", max: 11 },
  { words: ["sea"], in: names, write: "wave art", max: 2 },
  { words: ["house"], in: everywhere, write: "code base, repository, exchange", max: 8 },
  { words: ["guest", "guests"], in: names, write: "signedOut", max: 1 },
  { words: ["newcomer", "newcomers"], in: everywhere, write: "new user, new session", max: 3 },
  { words: ["corridor"], in: everywhere, write: "command path", max: 7 },
  { words: ["third"], in: names, write: "oauth", max: 16 },
  { words: ["program", "programs"], in: everywhere, write: "API key client", max: 3 },
  { words: ["login", "logins"], in: names, write: "signIn (paths and fields of the wire stay)", max: 88 },
  { words: ["person", "persons"], in: names, write: "user, uid", max: 4 },
  { words: ["guard", "guards"], in: names, write: "routeGuard, callRequirements, twoFactor", max: 16 },
  { words: ["begun"], in: names, write: "preloaded requests, started", max: 5 },
];
