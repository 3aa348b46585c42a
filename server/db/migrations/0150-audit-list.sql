-- The audit log is listed by session and by network, each newest first.
create index audit_by_session on audit (company_id, session_log_id, at) where session_log_id is not null;
create index audit_by_network on audit (company_id, network, at) where network is not null;
