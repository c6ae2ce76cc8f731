import type { Database, Log } from "@tidemark/kit-node";
import { addresses, type OwnAddress } from "./store.ts";

export type AddressBook = {
  /** The user's address, stored with the first question for it: from then on what arrives there is looked for. */
  of(uid: number, at: number): Promise<string>;
  /** Those of a list that are ours. A row that the key does not give is left out: it must not keep a whole network from being read. */
  among(list: readonly string[]): Promise<readonly OwnAddress[]>;
};

/** Indexes of a derivation from a public key end here. */
const indexEnd = 2 ** 31;

/**
 * Addresses of one kind of network. The index of an address is its user's uid: whatever a restore has lost, no two users get one address, and a
 * row with another uid or another address is not what the key gives. Such a row is not used: who can write the table could redirect deposits.
 */
export function addressBook(
  { db, log }: { readonly db: Database; readonly log: Log },
  kind: string,
  addressAt: (index: number) => string,
): AddressBook {
  const hasIndex = (uid: number): boolean => Number.isInteger(uid) && uid >= 0 && uid < indexEnd;
  return {
    async of(uid, at) {
      if (!hasIndex(uid)) throw new Error(`addresses: ${uid} is no index of a derivation`);
      const address = addressAt(uid);
      let stored = await addresses.ofUser(db, kind, uid);
      if (stored === undefined) {
        await addresses.add(db, kind, { uid, address }, at);
        stored = await addresses.ofUser(db, kind, uid);
      }
      if (stored !== address) throw new Error(`addresses: row ${kind} ${uid} is not what the deposit key gives`);
      return address;
    },
    async among(list) {
      const rows = list.length === 0 ? [] : await addresses.among(db, kind, list);
      return rows.filter(({ uid, address }) => {
        const isRight = hasIndex(uid) && addressAt(uid) === address;
        if (!isRight)
          log.error({ kind, uid, address }, "addresses: a row is not what the deposit key gives, not credited");
        return isRight;
      });
    },
  };
}
