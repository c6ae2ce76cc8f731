-- Why: codes by e-mail or text message as second factors, and the anti-phishing words.
-- Lock: users for a moment (columns with constant defaults). Rebuild: impossible; all of this exists only here.
alter table identity.users add column is_email_factor boolean not null default false;
alter table identity.users add column is_sms_factor boolean not null default false;
alter table identity.users add column anti_phishing text check (length(anti_phishing) between 4 and 20);
