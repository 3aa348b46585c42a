-- Append-only with four exceptions: the count of refusals per account, network and quarter of an hour increases; network and client of an
-- erased account are cleared; networks are truncated after a year; entries are deleted after their retention.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
declare
  purpose text := current_setting('gya.audit', true);
begin
  if tg_op = 'DELETE' and purpose = 'ageing' then
    return old;
  end if;
  if tg_op = 'UPDATE'
    and (new.company_id, new.id, new.at, new.kind, new.user_id, new.about_user_id, new.session_log_id, new.key_id)
      is not distinct from (old.company_id, old.id, old.at, old.kind, old.user_id, old.about_user_id, old.session_log_id, old.key_id)
    and (
      (new.network is not distinct from old.network and old.data ? 'count' and new.data - 'count' = old.data - 'count'
        and (new.data ->> 'count')::int > (old.data ->> 'count')::int)
      or (purpose = 'erasing' and new.network is null and new.data = old.data - 'userAgent')
      or (purpose = 'ageing' and new.network >>= old.network and new.data = old.data)
    ) then
    return new;
  end if;
  raise exception 'the audit is append-only';
end $$;
create or replace trigger audit_is_append_only before update or delete on audit for each row execute function refuse_audit_change();
create or replace trigger audit_is_not_truncated before truncate on audit for each statement execute function refuse_audit_change();
