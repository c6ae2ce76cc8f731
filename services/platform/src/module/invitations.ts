import type { Database } from "@tidemark/kit-node";

/** An account that was opened by the code of another one, and who had invited that one. */
export type Invitation = {
  readonly uid: number;
  readonly inviter: number;
  readonly secondInviter: number | null;
  readonly at: number;
};
/** Its name is masked: enough to recognise a friend, too little to learn a contact. */
export type Friend = {
  readonly uid: number;
  /** Of the inviter's friends, in the order in which they came. */
  readonly number: number;
  readonly name: string;
  readonly at: number;
};

/** Who invited whom, for other modules. Identity implements it, because codes and accounts are its tables. */
export type Invitations = {
  codeOf(db: Database, uid: number): Promise<string>;
  /** Above a uid, in its order: accounts that were opened by a code since a moment. */
  since(db: Database, since: number, after: number, limit: number): Promise<readonly Invitation[]>;
  /** The inviters of those that have one. */
  invitersOf(db: Database, uids: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Accounts that a user earns by, in either tier. */
  by(db: Database, earner: number, limit: number): Promise<readonly Invitation[]>;
  /** The newest first, below a number. */
  friendsOf(db: Database, uid: number, before: number, limit: number): Promise<readonly Friend[]>;
  /** How many accounts have invited others, and how many were invited. */
  totals(db: Database): Promise<{ readonly inviters: number; readonly friends: number }>;
  /** How many friends a user has, and how many friends they have. */
  countsOf(db: Database, uid: number): Promise<{ readonly friends: number; readonly seconds: number }>;
};
