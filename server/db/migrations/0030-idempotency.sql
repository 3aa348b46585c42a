-- Responses to calls with an Idempotency-Key, for 24 hours: a repeated call gets the response and is not executed again. A row is inserted
-- at the start of the transaction of its call and committed with it, so that the same key waits for a running call, and a failed call
-- leaves no row. Platform admins belong to company 00000000-0000-0000-0000-000000000000.
create table idempotency_key (
  company_id uuid not null,
  principal_kind text not null check (principal_kind in ('user', 'key')),
  principal_id uuid not null,
  -- SHA-256 of the key. The digest of the request is keyed with the key itself, so that it cannot be guessed.
  key_hash bytea not null,
  request_digest bytea not null,
  answer jsonb,
  createdon timestamptz not null,
  primary key (company_id, principal_kind, principal_id, key_hash)
);
create index idempotency_key_by_age on idempotency_key (createdon);
