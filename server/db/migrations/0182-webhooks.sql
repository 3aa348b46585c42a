-- Webhook endpoints of a company, and the messages sent to them (connect design, section 4).
create table webhook (
  company_id uuid not null references company (id),
  id uuid not null,
  url text not null check (length(url) between 1 and 2000),
  description text not null default '' check (length(description) <= 200),
  -- Message types; '*': all.
  kinds text[] not null check (cardinality(kinds) > 0),
  -- Null: all branches.
  branch_ids uuid[] check (cardinality(branch_ids) > 0),
  secret_encrypted bytea not null,
  -- The previous secret also signs until then.
  old_secret_encrypted bytea,
  old_until timestamptz,
  state text not null default 'on' check (state in ('on', 'failing', 'off')),
  off_because text check (off_because in ('by-hand', 'gone', 'failing')),
  -- Position at which it was switched off: messages exist for entries up to this position.
  cursor bigint,
  -- The first failure since the last success.
  failing_since timestamptz,
  last_success_on timestamptz,
  created_by uuid not null references app_user (id),
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid references app_user (id),
  version int not null default 1,
  primary key (company_id, id),
  check ((old_secret_encrypted is null) = (old_until is null)),
  check ((state = 'off') = (off_because is not null)),
  check ((state = 'off') = (cursor is not null))
);

-- One message to one endpoint, created with the position of its entry. An exchange creates two messages for one entry.
create table webhook_message (
  company_id uuid not null,
  webhook_id uuid not null,
  position bigint not null,
  type text not null,
  -- 0, incremented each time it is sent again.
  replay int not null default 0,
  event_id uuid not null,
  property_id uuid,
  -- The unit of ordered delivery: the entries of a property, or those without one.
  line uuid not null generated always as (coalesce(property_id, webhook_id)) stored,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'dead')),
  attempts smallint not null default 0,
  next_try_on timestamptz not null,
  last_status int,
  last_words text not null default '',
  last_ms int,
  delivered_on timestamptz,
  -- When it was delivered or given up.
  ended_on timestamptz,
  createdon timestamptz not null,
  primary key (company_id, webhook_id, position, type, replay),
  foreign key (company_id, webhook_id) references webhook (company_id, id) on delete cascade,
  check ((state = 'waiting') = (ended_on is null)),
  check ((state = 'delivered') = (delivered_on is not null))
);
create index webhook_message_in_line on webhook_message (company_id, webhook_id, line, position, type, replay) where state = 'waiting';
create index webhook_message_by_state on webhook_message (company_id, webhook_id, state, next_try_on);
create index webhook_message_by_end on webhook_message (ended_on) where ended_on is not null;
