-- Why: ten guesses an hour must hold for every sliding hour; codes of a locked sign-in count as unauthenticated until it is unlocked; and
-- codes to new contacts are counted per account, whatever contacts they go to.
-- Lock: sign_in_tries and sign_ins for a moment, codes while its index is made. Rebuild: counts begin anew.
alter table identity.sign_in_tries drop column hour_began_at;
alter table identity.sign_in_tries drop column hour_wrong;
alter table identity.sign_in_tries add column span integer not null default 0;
alter table identity.sign_in_tries add column counts integer[] not null default '{}';
alter table identity.sign_ins add column is_locked boolean not null default false;
create index sign_ins_of_a_user on identity.sign_ins (uid) where done_at is null;
create index codes_of_a_flow on identity.codes (flow, made_at);
