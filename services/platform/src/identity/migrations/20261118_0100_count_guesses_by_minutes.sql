-- Why: ten guesses an hour must be ten in any hour, not nineteen around the full one; a locked sign-in's codes are strangers' until it is
-- open; and the codes to new addresses are counted for who asks, whatever addresses they go to.
-- Lock: sign_in_tries and sign_ins for a moment, codes while its index is made. Rebuild: counts begin anew.
alter table identity.sign_in_tries drop column hour_began_at;
alter table identity.sign_in_tries drop column hour_wrong;
alter table identity.sign_in_tries add column span integer not null default 0;
alter table identity.sign_in_tries add column counts integer[] not null default '{}';
alter table identity.sign_ins add column is_locked boolean not null default false;
create index sign_ins_of_a_user on identity.sign_ins (uid) where done_at is null;
create index codes_of_a_flow on identity.codes (flow, made_at);
