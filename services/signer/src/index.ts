/** For the ceremony tool; no service imports the signer. */
export { isMnemonic, mnemonicKeys, newMnemonic } from "./mnemonic-keys.ts";
export { personalSignature, statementFor } from "./reserve-statement.ts";
export { seal, unseal } from "./encrypted-key-file.ts";
export { checkWholeAudit, createStore } from "./store.ts";
