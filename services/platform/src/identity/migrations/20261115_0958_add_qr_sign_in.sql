-- Why: sign-in by a QR code that the app scans, and by a ticket at another API host.
-- Lock: none (new tables). Rebuild: may be lost; rows expire within minutes.
create table identity.qr_sign_ins (
  code_hash bytea primary key,
  ticket_hash bytea not null unique,
  state text not null check (state in ('shown', 'scanned', 'confirmed', 'used', 'cancelled')),
  device_id text not null,
  ip text not null,
  country text not null,
  agent text not null,
  made_at bigint not null,
  -- The account and session that scanned it: no other may confirm.
  uid bigint references identity.users (uid),
  session_id text
);
create index qr_sign_ins_by_time on identity.qr_sign_ins (made_at);

create table identity.session_tickets (
  ticket_hash bytea primary key,
  session_id text not null references identity.sessions (id),
  device_id text not null,
  host text not null,
  made_at bigint not null,
  used_at bigint
);
create index session_tickets_by_time on identity.session_tickets (made_at);
