-- Why: an offender for tools/check/sql-wall.test.ts; modest.notes in a comment is nothing.
create table greedy.notes (id bigint references modest.notes (id));
