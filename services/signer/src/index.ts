/** For the ceremony tool and the tests; no other service imports the signer. */
export { checkPrivate } from "./config.ts";
export { isMnemonic, mnemonicKeys, newMnemonic } from "./mnemonic-keys.ts";
export { readPolicy } from "./policy.ts";
export { passphraseLengthMin, seal, unseal, WrongPassphraseError } from "./sealed-file.ts";
export { checkWholeAudit, createStore } from "./store.ts";
