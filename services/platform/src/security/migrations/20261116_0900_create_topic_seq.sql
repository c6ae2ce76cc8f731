-- Why: numbers the changes of each user's list of API keys, so that open pages follow it.
-- Lock: none (new table). Rebuild: empty it; clients then take their snapshots again.
create table security.topic_seq (
  topic text not null,
  uid bigint not null,
  seq bigint not null,
  changed_at bigint not null,
  primary key (topic, uid)
);
create index topic_seq_by_change on security.topic_seq (changed_at);
