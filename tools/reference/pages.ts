import {
  type Call,
  callList,
  commandList,
  consoleCallList,
  declaredIn,
  eventList,
  eventsOf,
  operatorRoles,
  refusalList,
  requirementsOf,
  type Topic,
  topicList,
} from "./contracts.ts";
import { type Field, fieldsOf, type Schema } from "./schema.ts";
import { commentsIn, settingsIn, valuesIn } from "./source.ts";

/** Reads a file of the repository. */
export type Read = (path: string) => string;
export type Page = { readonly file: string; readonly text: string };

const made = "Written by `pnpm reference` from the contracts; not edited by hand.";

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(" | ")} |`,
  `|${"---|".repeat(head.length)}`,
  ...rows.map((row) => `| ${row.map(cell).join(" | ")} |`),
];
const page = (file: string, title: string, ...lines: readonly string[]): Page => ({
  file,
  text: `${[`# ${title}`, "", made, "", ...lines].join("\n").trimEnd()}\n`,
});
const ticked = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");
const schemaOf = (type: { toJSONSchema(rule: object): unknown }, io: "input" | "output"): Schema =>
  type.toJSONSchema({ unrepresentable: "any", io }) as Schema;

const fieldRows = (fields: readonly Field[]): string[] =>
  table(
    ["Field", "Type", "Required"],
    fields.map(({ name, type, isRequired }) => [`\`${name}\``, type, isRequired ? "yes" : "–"]),
  );

const answeredBy = {
  command: "journal command",
  now: "core, from memory",
  history: "core, from the history",
  fundsProof: "core, from the publications of liabilities",
  own: "its owner",
} as const;

function callerOf(call: Call): string {
  const { who, role } = requirementsOf(call);
  if (who === "operator") return role === "any" ? "any operator" : `operator: ${role}`;
  return who === "signed in" ? who : "no session";
}

function callSection(call: Call): string[] {
  const ask = fieldsOf(schemaOf(call.ask, "input"));
  const answer = fieldsOf(schemaOf(call.answer, "output"));
  const fallback = call.otherwise === undefined ? "" : ", else from the history";
  return [
    `### ${call.name}`,
    "",
    `\`${call.path}\` · owner ${call.owner} · answered by ${answeredBy[call.answers]}${fallback} · ${callerOf(call)} · shape ${call.shape}`,
    "",
    ...(ask.length === 0 ? ["No fields."] : fieldRows(ask)),
    "",
    ...(answer.length === 0 ? [] : ["Answer:", "", ...fieldRows(answer), ""]),
    ...(call.refusals.length === 0 ? [] : [`Refusals: ${ticked([...call.refusals].toSorted())}.`, ""]),
  ];
}

function callsPage(): Page {
  const groups = Map.groupBy(
    callList.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    ({ name }) => name.split(".")[0]!,
  );
  return page(
    "calls.md",
    "Calls",
    `${callList.length} calls. Answers of shape \`envelope\` are \`{ code, message, data }\`, and the fields below are those of \`data\`; code 200 is success, any other a`,
    "[refusal](refusals.md). A decimal is text with at most eight decimals. What each call requires of its caller: [requirements](requirements.md).",
    "",
    ...[...groups].flatMap(([group, calls]) => [`## ${group}`, "", ...calls.flatMap(callSection)]),
  );
}

/** Who may ask a call of the console: each role of operators, and a visitor. */
function consoleMatrix(): string[] {
  const mayAsk = (call: Call, role: string | undefined): boolean => {
    const required = requirementsOf(call);
    return required.who === "anybody" || (role !== undefined && (required.role === "any" || required.role === role));
  };
  return table(
    ["Call", "Visitor", ...operatorRoles, "Approvals", "Reason", "Passkey"],
    consoleCallList.map((call) => [
      `\`${call.path}\``,
      ...[undefined, ...operatorRoles].map((role) => mark(mayAsk(call, role))),
      approvalsText(requirementsOf(call)),
      call.operator?.reason === "required" ? "required" : "–",
      requirementsOf(call).factor === "fresh" ? "within ten minutes" : "–",
    ]),
  );
}

function consolePage(): Page {
  return page(
    "console.md",
    "Calls of the console",
    "Served by `services/console` to operators' own accounts, and by no gateway (decision 0069). Answers are envelopes, as of [calls](calls.md).",
    "",
    ...consoleMatrix(),
    "",
    ...consoleCallList.toSorted((a, b) => (a.name < b.name ? -1 : 1)).flatMap(callSection),
  );
}

function topicsPage(): Page {
  const streams = { market: "One stream per market", user: "One stream per user", all: "One stream of all markets" };
  const originOf = (topic: Topic): string => {
    const events = eventsOf(topic);
    return events === undefined ? `Published by the ${topic.owner}.` : `Events: ${ticked(events)}.`;
  };
  const partsOf = ({ parts }: Topic): string => (parts === undefined ? "" : `, for each of ${ticked(parts)}`);
  const section = (topic: Topic): string[] => [
    `## ${topic.name}`,
    "",
    `${streams[topic.per]}${partsOf(topic)}. Snapshot: \`${topic.snapshot}\`.${topic.keep === undefined ? "" : ` Keeps the newest ${topic.keep} rows.`} ${originOf(topic)}`,
    "",
    ...fieldRows(fieldsOf(schemaOf(topic.row, "output"))),
    "",
  ];
  return page(
    "topics.md",
    "Topics",
    "Streams over the WebSocket. A row is merged into the row with the same key; a row that is `gone` is removed ([architecture](../architecture.md)).",
    "",
    ...topicList.toSorted((a, b) => (a.name < b.name ? -1 : 1)).flatMap(section),
  );
}

function commandsPage(read: Read): Page {
  const comments = new Map(declaredIn.commands.flatMap((path) => [...commentsIn(read(path))]));
  return page(
    "commands.md",
    "Commands",
    "What the journal contains. The number and the order of fields are part of the format on disk and never change. Commands of users also carry uid",
    "and client key, all others a producer and its number.",
    "",
    ...table(
      ["No.", "Command", "Given by", "Fields", "Meaning"],
      commandList
        .toSorted((a, b) => a.kind - b.kind)
        .map(({ name, kind, by, fields }) => [
          String(kind),
          `\`${name}\``,
          by,
          fields.map((field) => `\`${field.name}\` ${field.kind}`).join(", "),
          comments.get(name) ?? "",
        ]),
    ),
  );
}

function eventsPage(read: Read): Page {
  const comments = new Map(declaredIn.events.flatMap((path) => [...commentsIn(read(path))]));
  return page(
    "events.md",
    "Events",
    "What a command causes: rows of numbers, announced with the batch. Amounts stand as two fields, high · 2^52 + low.",
    "",
    ...table(
      ["No.", "Event", "Fields", "Meaning"],
      eventList
        .toSorted((a, b) => a.code - b.code)
        .map(({ name, code, fields }) => [String(code), `\`${name}\``, fields.join(", "), comments.get(name) ?? ""]),
    ),
  );
}

function refusalsPage(): Page {
  return page(
    "refusals.md",
    "Refusals",
    "Codes are never reused. Facts are numbers that the refusal brings along; the sentence is the English one, translated in `contracts/locales`.",
    "",
    ...table(
      ["Code", "Name", "Facts", "Sentence"],
      refusalList
        .toSorted((a, b) => a.code - b.code)
        .map(({ name, code, facts, unit, sentence }) => [
          String(code),
          `\`${name}\``,
          facts.length === 0 ? "" : `${facts.join(", ")}${unit === undefined ? "" : ` (${unit})`}`,
          sentence,
        ]),
    ),
  );
}

const mark = (isSo: boolean): string => (isSo ? "yes" : "–");

function approvalsText({ who, approvals: { count, urgent } }: ReturnType<typeof requirementsOf>): string {
  if (who !== "operator") return "–";
  return urgent ? `${count}; stops at once` : String(count);
}

function requirementsPage(): Page {
  const rows = callList.map((call) => {
    const requirements = requirementsOf(call);
    const { who, role, proof, origin, factor, robot, rate, apiKey } = requirements;
    return [
      `\`${call.path}\``,
      role === "–" || role === "any" ? who : `${who}: ${role}`,
      approvalsText(requirements),
      mark(proof),
      mark(origin),
      factor,
      robot,
      rate,
      apiKey.toLowerCase(),
      call.owner,
    ] as const;
  });
  return page(
    "requirements.md",
    "Requirements of calls",
    "A caller is a visitor, a signed-in user, who reaches only what is his own, or an operator with the role that is named; approvals: how many other",
    "operators must agree before a change takes effect (decision 0031). Proof: the request is signed (decision 0016). Origin:",
    "refused from pages of other sites. Second factor: an authenticator or a passkey was shown in this session a short while ago, by everybody (fresh)",
    "or by those who have one (fresh if bound; fresh or shown: or its code comes with the ask; decision 0020). Caller, factor and rate are checked by the",
    "gateway and by the platform (decision 0040). API key: the permission that a key needs; it then needs neither session nor proof, because every",
    "request has its own signature (decision 0022).",
    "",
    ...table(
      [
        "Call",
        "Caller",
        "Approvals",
        "Proof",
        "Origin",
        "Second factor",
        "Robot check",
        "Allowance",
        "API key",
        "Owner",
      ],
      rows.toSorted((a, b) => (a[0] < b[0] ? -1 : 1)),
    ),
  );
}

/** Processes and the files that declare their settings; `shared` ones are spread into each. */
const services = [
  { name: "core", file: "services/core/src/config.ts", shared: ["mode", "postgres", "bus"] },
  { name: "console", file: "services/console/src/config.ts", shared: ["mode", "postgres"] },
  { name: "gateway", file: "services/gateway/src/config.ts", shared: ["mode", "bus"] },
  { name: "oracle", file: "services/oracle/src/config.ts", shared: ["mode", "bus"] },
  { name: "platform", file: "services/platform/src/module/config.ts", shared: ["mode", "postgres", "bus"] },
  { name: "platform: verifications", file: "services/platform/src/module/kyc-settings.ts", shared: ["mode"] },
  { name: "platform: pushes", file: "services/platform/src/module/push-settings.ts", shared: ["mode"] },
  { name: "wallet", file: "services/wallet/src/config.ts", shared: ["mode", "postgres", "bus"] },
  { name: "signer", file: "services/signer/src/config.ts", shared: [] },
] as const;

export const configFiles: readonly string[] = services.map(({ file }) => file);

function settingsPage(read: Read): Page {
  const lists = new Map(valuesIn(read("services/core/src/journal/row.ts")).map(({ name, members }) => [name, members]));
  const rows = (source: string): string[] =>
    table(
      ["Setting", "Type", "Range", "Default", "Meaning"],
      settingsIn(source).map(({ name, kind, bounds, fallback, comment }) => [
        `\`${name}\``,
        kind,
        lists.get(bounds)?.join(", ") ?? bounds,
        fallback === "" ? "–" : `\`${fallback}\``,
        comment,
      ]),
    );
  return page(
    "settings.md",
    "Settings",
    "Environment variables of each process, checked at start: a wrong value stops it with the setting's name.",
    "",
    "## All processes",
    "",
    ...rows(read("kit/node/src/config.ts")),
    "",
    ...services.flatMap(({ name, file, shared }) => [
      `## ${name}`,
      "",
      `Declared in \`${file}\`; ${shared.length === 0 ? "has none of the settings above" : `also has the ${shared.join(", ")} settings above`}.`,
      "",
      ...rows(read(file)),
      "",
    ]),
  );
}

function valuesPage(read: Read): Page {
  const values = declaredIn.values.flatMap((path) => valuesIn(read(path)));
  return page(
    "values.md",
    "Values",
    "Enumerations of the contracts. On the wire a value is its word, in the journal its position in the list, from 0; a list only grows at its end.",
    "",
    ...table(
      ["List", "Values", "Meaning"],
      values.map(({ name, members, comment }) => [`\`${name}\``, members.join(", "), comment]),
    ),
  );
}

const contents = [
  ["calls.md", "every call with its fields and refusals"],
  ["requirements.md", "what each call requires of its caller"],
  ["console.md", "calls of the operators' console, by role"],
  ["topics.md", "streams over the WebSocket"],
  ["refusals.md", "codes and sentences"],
  ["commands.md", "commands of the journal"],
  ["events.md", "events of the engine"],
  ["values.md", "enumerations"],
  ["settings.md", "environment variables of every process"],
] as const;

/** Every file of docs/reference as it should be. */
export function referencePages(read: Read): readonly Page[] {
  const links = contents.map(([file, about]) => [`[${file.slice(0, -3)}](${file})`, about] as const);
  return [
    page("README.md", "Reference", ...table(["Page", "Contents"], links)),
    callsPage(),
    requirementsPage(),
    consolePage(),
    topicsPage(),
    refusalsPage(),
    commandsPage(read),
    eventsPage(read),
    valuesPage(read),
    settingsPage(read),
  ];
}
