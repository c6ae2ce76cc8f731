import { auditOperator, openWithdrawalRegister, type SeedUser, seedUsers } from "@tidemark/platform";

/** The seeded users: three people, then bots. Ordinary accounts that anybody can sign in to who read the password on the terminal. */
export const seededUids = { alice: 1001, bob: 1002, carol: 1003, firstBot: 2001 } as const;
export const people = ["alice", "bob", "carol"] as const;
export const seededBots = 24;
export const developmentPassword = "Harbour-Lamp-26";

export const emailOf = (name: string): string => `${name}@tidemark.test`;

/** By the identity module itself, into its own tables; who is there already stays as he is. */
export async function seedPeople(databaseUrl: string): Promise<void> {
  const users: SeedUser[] = people.map((name) => ({
    uid: seededUids[name],
    name,
    email: emailOf(name),
  }));
  for (let i = 0; i < seededBots; i += 1)
    users.push({ uid: seededUids.firstBot + i, name: `bot${i + 1}`, email: emailOf(`bot${i + 1}`) });
  await seedUsers(databaseUrl, users, developmentPassword);
}

/** People are verified as far as it goes, so that they can withdraw; the platform sends it to the core when both run. */
export async function seedLevels(databaseUrl: string): Promise<void> {
  const register = openWithdrawalRegister(databaseUrl, auditOperator);
  try {
    const uids = people.map((name) => seededUids[name]);
    await register.setLevels(uids, 2, { reason: "development", origin: "seed of a development exchange" });
  } finally {
    await register.close();
  }
}
