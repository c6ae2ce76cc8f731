import { type BitcoinForm, bitcoinForms, scriptOf } from "./bitcoin-forms.ts";
import { bigWholeOf, type Caps, capsOf, fieldsOf, textOf } from "../policy-fields.ts";

/** What is allowed on a chain of Bitcoin's kind. */
export type BitcoinPolicy = {
  readonly form: BitcoinForm;
  readonly coin: string;
  /** Where sweeps go besides the hot address. */
  readonly coldScript: Uint8Array;
  /** In the smallest units, for each virtual byte. */
  readonly feeRateMax: bigint;
  /** Of what all transactions together may cost: an attacker could also burn it. */
  readonly feeCaps: Caps;
};

export const bitcoinDecimals = 8;

export function bitcoinPolicyOf(value: unknown, where: string): BitcoinPolicy {
  const fields = fieldsOf(value, where, ["form", "coin", "coldAddress", "feeRateMax", "feeCaps"]);
  const names = Object.keys(bitcoinForms).join("|");
  const form = textOf(fields.form, `${where}.form`, new RegExp(`^(?:${names})$`)) as BitcoinForm;
  const coldScript = scriptOf(textOf(fields.coldAddress, `${where}.coldAddress`, /^[!-~]{1,100}$/), form);
  if (coldScript === undefined) throw new Error(`policy: ${where}.coldAddress is no address of this chain`);
  return {
    form,
    coin: textOf(fields.coin, `${where}.coin`, /^[A-Z0-9]{1,16}$/),
    coldScript,
    feeRateMax: bigWholeOf(fields.feeRateMax, `${where}.feeRateMax`),
    feeCaps: capsOf(fields.feeCaps, `${where}.feeCaps`),
  };
}
