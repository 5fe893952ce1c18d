-- The audit trail is read by person and by act, newest first.
create index audit_of_actor on audit (actor, id desc) where actor not in ('system', 'visitor', 'provider');
create index audit_of_act on audit (what, id desc);
