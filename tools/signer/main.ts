// `pnpm signer`: creating and restoring the keys of the signer. See docs/runbooks/signer-keys.md.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  checkWholeAudit,
  createStore,
  isMnemonic,
  mnemonicKeys,
  newMnemonic,
  personalSignature,
  seal,
  statementFor,
  unseal,
} from "@tidemark/signer";
import { hiddenInput, type HiddenInput } from "./hidden-input.ts";

const usage = `pnpm signer create --key <file> --store <file>    new keys: a sealed key file, an empty store, and 24 words to write down
pnpm signer restore --key <file> --store <file>   the same from 24 words
pnpm signer show-addresses --key <file> [--deposits <count>]
pnpm signer sign-reserves --key <file> --statement <file> --out <file>
                                                  signs a statement for the proof of funds with the hot or cold address of the key file, offline
pnpm signer audit --store <file>                  checks every line of the audit; the signer must not be running
Words and passphrases are asked for and not shown; they may also come line by line from standard input.
`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: "string" },
    store: { type: "string" },
    statement: { type: "string" },
    out: { type: "string" },
    deposits: { type: "string", default: "1" },
  },
});

function needed(name: "key" | "store" | "statement" | "out"): string {
  const value = values[name];
  if (value === undefined) throw new Error(`--${name} is missing\n${usage}`);
  return value;
}

async function newPassphrase(input: HiddenInput): Promise<string> {
  const passphrase = await input.ask("New passphrase: ");
  if ((await input.ask("The same again: ")) !== passphrase) throw new Error("the two passphrases differ");
  return passphrase;
}

function addressLines(words: string, deposits: number): string {
  const keys = mnemonicKeys(words);
  const lines = Array.from({ length: deposits }, (_, index) => `deposit ${index}  ${keys.addressOf(index)}\n`);
  const evm = `hot        ${keys.addressOf("hot")}\n${lines.join("")}deposits   ${keys.depositXpub}\n`;
  return `${evm}bitcoin    ${keys.bitcoinDepositXpub("main")}\n`;
}

/** The key file last: where it stands, its store does too. Neither ever replaces one that exists. */
function writeFiles(words: string, passphrase: string): void {
  const sealed = seal(words, passphrase);
  const key = needed("key");
  createStore(needed("store"), mnemonicKeys(words).addressOf("hot"));
  writeFileSync(key, sealed, { mode: 0o600, flag: "wx" });
}

async function create(input: HiddenInput): Promise<string> {
  const passphrase = await newPassphrase(input);
  const words = newMnemonic();
  writeFiles(words, passphrase);
  const numbered = words.split(" ").map((word, at) => `${String(at + 1).padStart(2)} ${word}`);
  return `Write these words on paper, twice. They are not shown again.\n\n${numbered.join("\n")}\n\n${addressLines(words, 1)}`;
}

async function restore(input: HiddenInput): Promise<string> {
  const words = (await input.ask("The 24 words, in one line: ")).trim().toLowerCase().split(/\s+/).join(" ");
  if (!isMnemonic(words)) throw new Error("these are not 24 words with a right checksum");
  writeFiles(words, await newPassphrase(input));
  return addressLines(words, 1);
}

async function showAddresses(input: HiddenInput): Promise<string> {
  const deposits = Number(values.deposits);
  if (!Number.isInteger(deposits) || deposits < 0 || deposits > 1_000) throw new Error("--deposits is from 0 to 1000");
  const sealed = readFileSync(needed("key"), "utf8");
  return addressLines(unseal(sealed, await input.ask("Passphrase: ")), deposits);
}

/** For an address whose key is on a machine without a network. The person who signs reads the text first. */
async function signReserves(input: HiddenInput): Promise<string> {
  const text = readFileSync(needed("statement"), "utf8");
  const said = statementFor(text);
  if (said === undefined) throw new Error("this is no statement for the proof of funds; nothing else is signed");
  const keys = mnemonicKeys(unseal(readFileSync(needed("key"), "utf8"), await input.ask("Passphrase: ")));
  if (keys.addressOf("hot") !== said.address)
    throw new Error(`the statement is of ${said.address}, the key of ${keys.addressOf("hot")}`);
  const signature = personalSignature(await keys.sign("hot", said.digest));
  writeFileSync(needed("out"), `${JSON.stringify({ text, signature }, undefined, 2)}\n`, { flag: "wx" });
  return `${text}\nsigned by ${said.address}\n`;
}

const commands: Readonly<Record<string, (input: HiddenInput) => Promise<string>>> = {
  create,
  restore,
  "show-addresses": showAddresses,
  "sign-reserves": signReserves,
  audit: async () => `${checkWholeAudit(needed("store"))} lines, each follows from the one before it\n`,
};

const input = hiddenInput();
try {
  const command = commands[positionals[0] ?? ""];
  if (command === undefined) throw new Error(usage);
  process.stdout.write(await command(input));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  input.close();
}
