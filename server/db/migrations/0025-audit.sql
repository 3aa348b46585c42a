-- Audit log of sessions, people, exports and settings: who acted, and from where. Separate from the record of sales. Entries of the
-- platform have the company 00000000-….
create table audit (
  company_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  kind text not null,
  user_id uuid,
  about_user_id uuid,
  session_log_id uuid,
  key_id uuid,
  network inet,
  data jsonb not null default '{}',
  primary key (company_id, id)
);
create index audit_by_time on audit (company_id, at desc, id desc);
create index audit_by_kind on audit (company_id, kind, at);
create index audit_by_user on audit (company_id, user_id, at desc);
create index audit_about_user on audit (company_id, about_user_id, at desc) where about_user_id is not null;

-- Append-only with four exceptions: the count of refusals per account, network and quarter of an hour increases; network and client of an
-- erased account are cleared; networks are truncated after a year; entries are deleted after their retention.
create function refuse_audit_change() returns trigger language plpgsql as $$
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
create trigger audit_is_append_only before update or delete on audit for each row execute function refuse_audit_change();
create trigger audit_is_not_truncated before truncate on audit for each statement execute function refuse_audit_change();

-- The log of all sessions, which outlives them.
create table session_log (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null references app_user (id) on delete cascade,
  opened_on timestamptz not null,
  last_on timestamptz not null,
  ended_on timestamptz,
  ended_because text check (ended_because in
    ('signed-out', 'replaced', 'ended', 'ended-by-administrator', 'password', 'email', 'account-ended', 'expired')),
  way text not null check (way in ('password', 'passkey', 'sso')),
  second text not null default 'none' check (second in ('none', 'totp', 'passkey', 'recovery')),
  device text not null,
  network inet,
  primary key (company_id, id),
  check ((ended_on is null) = (ended_because is null))
);
create index session_log_of_user on session_log (company_id, user_id, opened_on desc);

alter table session add column log_id uuid;
update session set log_id = gen_random_uuid();
insert into session_log (company_id, id, user_id, opened_on, last_on, way, device)
select coalesce(u.company_id, '00000000-0000-0000-0000-000000000000'), s.log_id, s.user_id, s.createdon, s.createdon, 'password', ''
from session s join app_user u on u.id = s.user_id;
alter table session alter column log_id set not null;
create unique index session_by_log on session (log_id);
