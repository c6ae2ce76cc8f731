// Checks a proof of funds: node verify-funds.mjs proof.json
// proof.json is the own leaf, or the reserves of a publication. The same code as in the exchange (contracts/src/funds-proof), without its types, in one file. The check
// imports nothing; the last lines read proof.json by node:fs. Written by node tools/verifier/main.ts; see docs/proof-of-funds.md.

// This code imports nothing: the page runs it, and it is handed out as the verifier that anybody can read and run (see docs/proof-of-funds.md).

/** A node of a Merkle sum tree: a SHA-256 hash and what all leaves below it come to, in units of the asset. */

/** What one account is given: its leaf's parts, and the sibling of every node on the way to the root, lowest first. */

// In browsers and in Node; the contracts are compiled without the types of either.

const hashBytes = 32;
const sumBytes = 16;
/** Sums are 128 bits without a sign. A tree that hides a negative leaf must leave this range somewhere, and is refused there. */
const sumLimit = 1n << 128n;

const isInRange = (sum) => sum >= 0n && sum < sumLimit;

/** Big-endian, in as many bytes as are asked for. */
function bytesOf(value, length) {
  const bytes = new Uint8Array(length);
  let rest = value;
  for (let at = length - 1; at >= 0; at -= 1) {
    bytes[at] = Number(rest & 255n);
    rest >>= 8n;
  }
  return bytes;
}

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const sha256 = async (bytes) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** What an account's number is hidden behind: H(uid ‖ nonce). */
const ownerBytes = (uid, nonce) =>
  joined(bytesOf(BigInt(uid), 8), nonce);

/** H(0 ‖ length of the asset's code ‖ code ‖ owner ‖ balance). The first byte keeps leaves and nodes apart. */
const leafBytes = (asset, owner, balance) => {
  const code = new TextEncoder().encode(asset);
  return joined(Uint8Array.of(0, code.length), code, owner, bytesOf(balance, sumBytes));
};

/** H(1 ‖ left hash ‖ left sum ‖ right hash ‖ right sum). Both sums are inside: a node cannot claim less than its children have. */
const nodeBytes = (left, right) =>
  joined(Uint8Array.of(1), left.hash, bytesOf(left.sum, sumBytes), right.hash, bytesOf(right.sum, sumBytes));

const isSame = (a, b) =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);

/** Computes the way from an account's own balance to the root, and says what is wrong with it if anything is. */
async function checkPath(path, root) {
  const nodes = [];
  if (!isInRange(path.balance)) return { nodes, problem: "balance_out_of_range" };
  const owner = await sha256(ownerBytes(path.uid, path.nonce));
  let node = { hash: await sha256(leafBytes(path.asset, owner, path.balance)), sum: path.balance };
  nodes.push(node);
  // Division, not a shift: a place may stand beyond 32 bits.
  let place = path.index;
  for (const sibling of path.siblings) {
    if (sibling.hash.length !== hashBytes || !isInRange(sibling.sum)) return { nodes, problem: "sibling_out_of_range" };
    const isRight = place % 2 === 1;
    const hash = await sha256(isRight ? nodeBytes(sibling, node) : nodeBytes(node, sibling));
    node = { hash, sum: node.sum + sibling.sum };
    if (!isInRange(node.sum)) return { nodes, problem: "sum_out_of_range" };
    nodes.push(node);
    place = Math.floor(place / 2);
  }
  if (!isSame(node.hash, root.hash) || place !== 0) return { nodes, problem: "root_differs" };
  return { nodes, problem: node.sum === root.sum ? undefined : "sum_differs" };
}

/** What an account saves: its leaf, its siblings and the published root, as the calls give them. Bytes in hex, units as text. */

function bytesOfHex(text) {
  const pairs = text.match(/[0-9a-f]{2}/g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

/** Checks a saved proof. The reader compares root and sum with what was published, and balance and uid with what they know. */
function checkProofFile(file) {
  const { asset, uid, index } = file;
  const siblings = file.siblings.map(({ hash, sum }) => ({ hash: bytesOfHex(hash), sum: BigInt(sum) }));
  const path = { asset, uid, index, siblings, nonce: bytesOfHex(file.nonce), balance: BigInt(file.balance) };
  return checkPath(path, { hash: bytesOfHex(file.root), sum: BigInt(file.sum) });
}

// This code imports nothing: the page runs it, and it is part of the verifier that anybody can read and run (see docs/proof-of-funds.md).

const lanes = 25;
const rateBytes = 136;
const lane64 = (1n << 64n) - 1n;
const turned = (lane, by) => ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & lane64;

/** Of the bits that keccak derives its constants from: x^8 + x^6 + x^5 + x^4 + 1. */
function roundConstants() {
  let register = 1;
  return Array.from({ length: 24 }, () => {
    let constant = 0n;
    for (let bit = 0; bit < 7; bit += 1) {
      if (register % 2 === 1) constant |= 1n << BigInt(2 ** bit - 1);
      register = register * 2;
      if (register > 255) register = (register - 256) ^ 0x71;
    }
    return constant;
  });
}
const constants = roundConstants();

/** The path over all lanes but the first: where each goes, and by how many bits it turns. */
function laneMoves() {
  let [x, y] = [1, 0];
  return Array.from({ length: lanes - 1 }, (_, step) => {
    const from = x + 5 * y;
    [x, y] = [y, (2 * x + 3 * y) % 5];
    return { from, to: x + 5 * y, by: (((step + 1) * (step + 2)) / 2) % 64 };
  });
}
const moves = laneMoves();

function permute(state) {
  for (const constant of constants) {
    const columns = Array.from(
      { length: 5 },
      (_, x) => state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20],
   );
    for (let at = 0; at < lanes; at += 1)
      state[at] = state[at] ^ columns[(at + 4) % 5] ^ turned(columns[(at + 1) % 5], 1);
    const moved = [...state];
    for (const { from, to, by } of moves) moved[to] = turned(state[from], by);
    for (let at = 0; at < lanes; at += 1) {
      const row = at - (at % 5);
      state[at] = moved[at] ^ (~moved[row + ((at + 1) % 5)] & lane64 & moved[row + ((at + 2) % 5)]);
    }
    state[0] = state[0] ^ constant;
  }
}

/** Keccak-256 as Ethereum uses it, with the padding from before SHA-3. */
function keccak256(bytes) {
  const padded = new Uint8Array(Math.floor(bytes.length / rateBytes + 1) * rateBytes);
  padded.set(bytes);
  padded[bytes.length] = 1;
  padded[padded.length - 1] = padded.at(-1) | 128;
  const state = Array.from({ length: lanes }, () => 0n);
  for (let block = 0; block < padded.length; block += rateBytes) {
    for (let at = 0; at < rateBytes; at += 1)
      state[at >> 3] = state[at >> 3] ^ (BigInt(padded[block + at]) << BigInt(8 * (at % 8)));
    permute(state);
  }
  return Uint8Array.from({ length: 32 }, (_, at) => Number((state[at >> 3] >> BigInt(8 * (at % 8))) & 255n));
}

/** A point of secp256k1 that is not the one at infinity. */

const field = (1n << 256n) - (1n << 32n) - 977n;
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const base = {
  x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
};

const modulo = (value, by) => ((value % by) + by) % by;

function inverse(value, by) {
  let [a, b, x, y] = [modulo(value, by), by, 1n, 0n];
  while (a > 1n) {
    const times = b / a;
    [a, b, x, y] = [b % a, a, y - times * x, x];
  }
  return modulo(x, by);
}

function power(value, exponent) {
  let [result, factor, rest] = [1n, value, exponent];
  while (rest > 0n) {
    if (rest % 2n === 1n) result = (result * factor) % field;
    factor = (factor * factor) % field;
    rest /= 2n;
  }
  return result;
}

/** Undefined is the point at infinity. */
function added(a, b) {
  if (a === undefined || b === undefined) return a ?? b;
  if (a.x === b.x && a.y !== b.y) return undefined;
  const slope =
    a.x === b.x ? 3n * a.x * a.x * inverse(2n * a.y, field) : (b.y - a.y) * inverse(modulo(b.x - a.x, field), field);
  const x = modulo(slope * slope - a.x - b.x, field);
  return { x, y: modulo(slope * (a.x - x) - a.y, field) };
}

function multiplied(point, by) {
  let result ;
  let double = point;
  for (let rest = by; rest > 0n; rest /= 2n) {
    if (rest % 2n === 1n) result = added(result, double);
    double = added(double, double);
  }
  return result;
}

const numberOf = (bytes) => bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const asciiOf = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const pointBytes = ({ x, y }) =>
  Uint8Array.from({ length: 64 }, (_, at) => Number(((at < 32 ? x : y) >> BigInt(8 * (31 - (at % 32)))) & 255n));

/** The public key that a signature of a digest is of. */
function recovered(digest, r, s, isOdd) {
  // A high s is the same signature in a second writing, which wallets do not make.
  if (r === 0n || r >= order || s === 0n || s > order / 2n) return undefined;
  const square = modulo(r * r * r + 7n, field);
  const root = power(square, (field + 1n) / 4n);
  if ((root * root) % field !== square) return undefined;
  const point = { x: r, y: (root % 2n === 1n) === isOdd ? root : field - root };
  const inverted = inverse(r, order);
  return added(multiplied(point, modulo(s * inverted, order)), multiplied(base, modulo(-digest * inverted, order)));
}

/** The digest that EIP-191 gives to a text of a person. It begins with byte 25, as no transaction does. */
const personalDigest = (text) =>
  keccak256(asciiOf(`\u0019Ethereum Signed Message:\n${text.length}${text}`));

/**
 * The address, in lower case, whose key signed a text by EIP-191; undefined where nobody's did. A signature is r, s and 27 or 28, in 130 hex
 * digits behind 0x. Nothing here is secret, so that nothing has to take the same time.
 */
function recoverAddress(text, signature) {
  const parts = /^0x([0-9a-f]{64})([0-9a-f]{64})(1b|1c)$/.exec(signature);
  // Letters beyond ASCII have several bytes; no statement has one.
  if (parts === null || !/^[\n -~]*$/.test(text)) return undefined;
  const [, r, s, parity] = parts;
  const key = recovered(numberOf(personalDigest(text)), BigInt(`0x${r}`), BigInt(`0x${s}`), parity === "1c");
  return key === undefined ? undefined : `0x${hexOf(keccak256(pointBytes(key)).subarray(12))}`;
}

// This code imports nothing: the page runs it, and it is part of the verifier that anybody can read and run (see docs/proof-of-funds.md).

/** What a reserve address of ours signs: that it belongs to those who publish these roots. */

const exchangeName = "Tidemark";
const statementRootsMax = 40;
const headLine = "Tidemark proof of reserves 1";
const statementLines = new RegExp(
  [
    `^${headLine}`,
    `exchange: ${exchangeName}`,
    String.raw`hour: (?<hour>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)`,
    String.raw`sequence: (?<sequence>[1-9]\d{0,14})`,
    "network: (?<network>[A-Z0-9_]{1,32})",
    "address: (?<address>[0-9A-Za-z]{10,100})",
    String.raw`block: (?<block>0|[1-9]\d{0,14}) (?<blockHash>(?:0x)?[0-9a-f]{64})`,
    `(?<roots>(?:root: [A-Z0-9]{1,16} [0-9a-f]{64}\n){1,${statementRootsMax}})$`,
  ].join("\n"),
);

/** One line for each fact, in one order; the bytes of this text are what is signed. */
function reserveStatementText(one) {
  return [
    headLine,
    `exchange: ${exchangeName}`,
    `hour: ${new Date(one.at).toISOString()}`,
    `sequence: ${one.stateSeq}`,
    `network: ${one.network}`,
    `address: ${one.address}`,
    `block: ${one.block} ${one.blockHash}`,
    ...one.roots.map(({ asset, root }) => `root: ${asset} ${root}`),
    "",
  ].join("\n");
}

/** Undefined for any text but the one way to write a statement. */
function readReserveStatement(text) {
  const fields = statementLines.exec(text)?.groups;
  if (fields === undefined) return undefined;
  const roots = fields
    .roots .trimEnd()
    .split("\n")
    .map((line) => {
      const [, asset = "", root = ""] = line.split(" ");
      return { asset, root };
    });
  const isSorted = roots.every(({ asset }, at) => at === 0 || roots[at - 1] .asset < asset);
  const at = Date.parse(fields.hour);
  if (!isSorted || Number.isNaN(at)) return undefined;
  const { network, address, blockHash } = fields;
  return {
    at,
    stateSeq: Number(fields.sequence),
    network: network,
    address: address,
    block: Number(fields.block),
    blockHash: blockHash,
    roots,
  };
}

/** One place where coins of ours stand, as it is published. */

/** What is saved of a publication and its reserves: roots and sums as everybody is given them. */

/** `unsigned`: nothing is claimed about who has the key. */

function problemOf({ stateSeq, at, assets }, one) {
  const said = readReserveStatement(one.text);
  if (said === undefined) return "text_malformed";
  const { network, address, block, blockHash } = one;
  const isSame =
    said.stateSeq === stateSeq &&
    said.at === at &&
    said.network === network &&
    said.address === address &&
    said.block === block &&
    said.blockHash === blockHash;
  if (!isSame) return "text_differs";
  const rootOf = new Map(assets.map(({ asset, root }) => [asset, root]));
  const isWhole =
    said.roots.length === assets.length && said.roots.every(({ asset, root }) => rootOf.get(asset) === root);
  if (!isWhole) return "roots_differ";
  return recoverAddress(one.text, one.signature) === address.toLowerCase() ? undefined : "signer_differs";
}

/** Whether its coins would be counted again: its address is another one's before it, or an asset is named twice. An address counts as the same in capitals. */
function isListedTwice({ reserves }, one) {
  const placeOf = ({ network, address }) => `${network} ${address.toLowerCase()}`;
  const first = reserves.find((other) => placeOf(other) === placeOf(one));
  return first !== one || new Set(one.balances.map(({ asset }) => asset)).size < one.balances.length;
}

/** Checks one reserve of the file: it is listed once, its text is of this publication with all its roots, and the named address has signed it. */
function checkReserve(file, one) {
  if (isListedTwice(file, one)) return { state: "wrong", problem: "listed_twice" };
  if (one.signature === "") return { state: "unsigned" };
  const problem = problemOf(file, one);
  return problem === undefined ? { state: "signed" } : { state: "wrong", problem };
}

/** What each asset is owed, and what stands on addresses that signed and on others. What is wrong counts for nothing. */
function heldSums(file, checks) {
  const sumOf = (asset, state) => {
    let sum = 0n;
    file.reserves.forEach(({ balances }, at) => {
      if (checks[at]?.state !== state) return;
      for (const one of balances) if (one.asset === asset) sum += BigInt(one.units);
    });
    return sum;
  };
  return file.assets.map(({ asset, sum }) => ({
    asset,
    owed: BigInt(sum),
    signed: sumOf(asset, "signed"),
    unsigned: sumOf(asset, "unsigned"),
  }));
}

async function leafLines(file) {
  const { problem } = await checkProofFile(file);
  return {
    isGood: problem === undefined,
    lines: [
      `sequence ${file.stateSeq}, ${file.asset}, account ${file.uid}: ${file.balance} units`,
      `root ${file.root}, sum ${file.sum} units`,
      problem === undefined ? "The balance is in the sum." : `The proof is wrong: ${problem}`,
    ],
  };
}

function reserveLines(file) {
  const checks = file.reserves.map((one) => checkReserve(file, one));
  const isGood = checks.every(({ state }) => state !== "wrong");
  const signed = checks.filter(({ state }) => state === "signed").length;
  const isTwice = checks.some(({ problem }) => problem === "listed_twice");
  const bad = isTwice ? "A reserve is listed twice." : "A signature is wrong.";
  return {
    isGood,
    lines: [
      `sequence ${file.stateSeq}, ${new Date(file.at).toISOString()}`,
      ...file.reserves.map(({ network, role, address, block }, at) =>
        [network, role, address, `block ${block}`, checks[at].state, checks[at].problem].filter((part) => part).join(" "),
      ),
      ...heldSums(file, checks).map(
        (one) => `${one.asset}: owed ${one.owed}, on addresses that signed ${one.signed}, on others ${one.unsigned} units`,
      ),
      "Look up the balances at these blocks with a node or an explorer: the signatures say nothing about them.",
      isGood ? `${signed} signatures are right.` : bad,
    ],
  };
}

if (process.argv[2] === undefined) {
  console.error("Usage: node verify-funds.mjs proof.json");
  console.error("proof.json is the answer of fundsProof.ownLeaf, with root and sum of the asset as they were published; or the reserves as /proof saves them.");
  process.exitCode = 2;
} else {
  const { readFileSync } = await import("node:fs");
  const file = JSON.parse(readFileSync(process.argv[2], "utf8"));
  const { isGood, lines } = file.reserves === undefined ? await leafLines(file) : reserveLines(file);
  for (const line of lines) console.log(line);
  process.exitCode = isGood ? 0 : 1;
}
