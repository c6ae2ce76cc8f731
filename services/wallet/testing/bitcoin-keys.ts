import { HDKey } from "@scure/bip32";
import { mnemonicToSeedSync } from "@scure/bip39";
import { p2wpkh } from "@scure/btc-signer";
import { bitcoinNetworkOf } from "../src/chains/bitcoin/bitcoin-networks.ts";
import { testWords } from "./signer-process.ts";

const versions = { public: 0x043587cf, private: 0x04358394 };
/** Keys of test chains (BIP 84), of the words that the signer of tests has. */
const account = HDKey.fromMasterSeed(mnemonicToSeedSync(testWords), versions).derive("m/84'/1'");
/** The account of Bitcoin deposits on a local chain, as the signer derives it from the same words. */
export const bitcoinDepositXpub: string = account.derive("m/1'").publicExtendedKey;
/** As the signer derives it. */
export const bitcoinHotAddress: string = p2wpkh(
  account.derive("m/0'/0/0").publicKey!,
  bitcoinNetworkOf("BITCOIN_REGTEST"),
).address!;
