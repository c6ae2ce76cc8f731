import { defaultLang, defaultSite, passwordText } from "@tidemark/contracts";
import { openDatabase, systemTime } from "@tidemark/kit-node";
import { users } from "../account/user-store.ts";
import { openPasswords } from "../password/passwords.ts";
import { addUser } from "./register.ts";

export type SeedUser = { readonly uid: number; readonly name: string; readonly email: string };

const waitMaxMs = 60_000;

/**
 * Accounts for development and tests, with fixed uids and one password, which must meet the rules. Otherwise they are ordinary accounts.
 * Existing ones are not changed.
 */
export async function seedUsers(ownerUrl: string, list: readonly SeedUser[], password: string): Promise<void> {
  const database = openDatabase(ownerUrl, 1);
  const passwords = openPasswords({ waitMaxMs, niceness: 0 }, systemTime);
  passwordText.parse(password);
  try {
    for (const { uid, name, email } of list) {
      if ((await users.byUid(database.db, uid)) !== undefined) continue;
      const passwordHash = await passwords.hash(password);
      if (passwordHash === undefined) throw new Error("the seeded passwords could not be hashed");
      await addUser(database.db, {
        uid,
        email,
        phone: null,
        passwordHash,
        nickName: name,
        referredBy: null,
        lang: defaultLang,
        site: defaultSite,
        country: "",
        at: systemTime.now(),
      });
    }
  } finally {
    passwords.close();
    await database.close();
  }
}
