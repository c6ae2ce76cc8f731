import { openDatabase } from "@tidemark/kit-node";
import { users } from "./user-store.ts";

/** Finds accounts for tools that run with the rights of the schema's owner. */
export type UserLookup = {
  uidOf(email: string): Promise<number | undefined>;
  emailOf(uid: number): Promise<string | undefined>;
  close(): Promise<void>;
};

export function openUserLookup(ownerUrl: string): UserLookup {
  const database = openDatabase(ownerUrl, 1);
  return {
    uidOf: async (email) => (await users.byContact(database.db, { email: email.toLowerCase() }))?.uid,
    emailOf: async (uid) => (await users.byUid(database.db, uid))?.email ?? undefined,
    close: () => database.close(),
  };
}
