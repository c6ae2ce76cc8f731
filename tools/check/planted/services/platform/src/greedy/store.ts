// modest.notes in a comment is nothing, and neither is a name such as "modest.changed".
export const kind = "modest.changed";

export const statements = (uid: number): string[] => [
  `select text from modest.notes where uid = ${uid}`,
  `select 1 from greedy.notes g ${uid > 0 ? `join modest.notes n using (uid)` : ""} where g.uid = ${uid}`,
  "delete from journal.rows",
];
