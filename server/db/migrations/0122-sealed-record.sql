-- The sealed record. "`event_seal` (company_id, position, event_id, salt, data_digest, hash): append-only by trigger; only `salt`
-- may become null, and only where an erasure says so." Trust design, section 1.1.

-- Where a change was made. `via_id`: session log, API key, party link or import. Null in older entries.
alter table event
  add column via text not null default 'unknown'
    check (via in ('app', 'vendor', 'api', 'party', 'import', 'job', 'unknown')),
  add column via_id uuid;
alter table event alter column via set default 'app';

-- Entries without a position; written in the transaction of the change. A short queue that is emptied continuously.
create table event_unsealed (
  company_id uuid not null,
  event_id uuid not null,
  primary key (company_id, event_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 2000);

create table event_seal (
  company_id uuid not null,
  position bigint not null check (position > 0),
  event_id uuid not null,
  salt bytea check (octet_length(salt) = 16),
  data_digest bytea not null check (octet_length(data_digest) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (company_id, position),
  unique (company_id, event_id)
);

-- Data with which an erasure replaced an entry. `by_event_id`: the entry of the erasure, which includes the digests.
create table record_amendment (
  company_id uuid not null,
  position bigint not null,
  ordinal int not null check (ordinal > 0),
  by_event_id uuid not null,
  salt bytea check (octet_length(salt) = 16),
  digest bytea not null check (octet_length(digest) = 32),
  primary key (company_id, position, ordinal)
);
create index record_amendment_by_erasure on record_amendment (company_id, by_event_id);

-- Entries up to this position were written before sealing existed.
create table record_start (
  company_id uuid primary key,
  position bigint not null,
  sealed_on timestamptz not null
);

-- Signed statements of the length and hash of the record.
create table record_checkpoint (
  company_id uuid not null,
  position bigint not null,
  at timestamptz not null,
  hash bytea not null check (octet_length(hash) = 32),
  note text not null,
  key_id text not null,
  mailed_on timestamptz,
  primary key (company_id, position)
);

-- Public halves of the signing keys. `id`: first four bytes of SHA-256 of name, algorithm and key, as in signed notes.
create table record_key (
  id text primary key,
  public_key bytea not null check (octet_length(public_key) = 32),
  since timestamptz not null,
  until timestamptz
);

-- Recipients of checkpoints; without a row, the company's administrators.
create table record_settings (
  company_id uuid primary key references company (id) on delete cascade,
  checkpoint_addresses text[] not null default '{}',
  version int not null default 1,
  updatedon timestamptz not null,
  updated_by uuid references app_user (id)
);

-- Verifications of a whole record: requested on the page, run by a job.
create table record_verification (
  company_id uuid not null,
  id uuid not null,
  asked_by uuid,
  asked_on timestamptz not null,
  checkpoint text,
  done bigint not null default 0,
  total bigint not null default 0,
  verdict jsonb,
  finished_on timestamptz,
  primary key (company_id, id)
);
create index record_verification_by_day on record_verification (company_id, asked_on desc);

-- Only an erasure may replace the data of an entry, and clear the salts of replaced entries.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('gya.erasing', true) = 'on'
    and (new.company_id, new.id, new.property_id, new.user_id, new.at, new.kind, new.via, new.via_id)
      is not distinct from (old.company_id, old.id, old.property_id, old.user_id, old.at, old.kind, old.via, old.via_id) then
    return new;
  end if;
  raise exception 'the record is append-only';
end $$;

create function refuse_seal_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('gya.erasing', true) = 'on' and new.salt is null
    and to_jsonb(new) - 'salt' = to_jsonb(old) - 'salt' then
    return new;
  end if;
  raise exception 'the record is append-only';
end $$;
create trigger event_seal_is_append_only before update or delete on event_seal
  for each row execute function refuse_seal_change();
create trigger record_amendment_is_append_only before update or delete on record_amendment
  for each row execute function refuse_seal_change();

create function refuse_checkpoint_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.mailed_on is null and to_jsonb(new) - 'mailed_on' = to_jsonb(old) - 'mailed_on' then
    return new;
  end if;
  raise exception 'checkpoints are append-only';
end $$;
create trigger record_checkpoint_is_append_only before update or delete on record_checkpoint
  for each row execute function refuse_checkpoint_change();

-- Every entry of the record is also added to the queue of unsealed entries.
create or replace function tell_of_change() returns trigger language plpgsql as $$
begin
  insert into event_unsealed (company_id, event_id) select company_id, id from added;
  perform pg_notify('gya_change', json_build_object(
    'companyId', changed.company_id, 'branchId', p.branch_id, 'propertyId', changed.property_id, 'about', changed.about)::text)
  from (
    select distinct company_id, property_id,
      case
        when kind ~ '^(conversation-|action-|task-|message-sent|automatic-sent|update-)' then 'day'
        when property_id is null then 'company'
        else 'property'
      end as about
    from added) changed
  left join property p on p.company_id = changed.company_id and p.id = changed.property_id;
  return null;
end $$;

-- Existing entries are sealed once, oldest first.
insert into event_unsealed (company_id, event_id) select company_id, id from event;
insert into record_start (company_id, position, sealed_on) select company_id, count(*), now() from event group by company_id;
