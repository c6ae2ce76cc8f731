-- Why: lines about one account, and what one operator has seen within the hour, are found without reading the whole log.
-- Lock: audit_log and proposals while their indexes are made. Rebuild: none needed.
create index audit_log_by_account on operator.audit_log (split_part(subject, ' ', 1), number desc);
create index audit_log_by_operator on operator.audit_log (uid, at);
create index proposals_by_account on operator.proposals ((ask ->> 'uid'), made_at desc) where ask ? 'uid';
