-- Why: a date in the future for tools/check/migration-dates.test.ts.
create table modest.notes (id bigint primary key);
