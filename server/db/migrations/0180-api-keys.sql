-- "A key is gya_<8>_<43 of base64url>, shown once; the database keeps the prefix and the SHA-256 of the whole." Connect design, section 3.
-- A key is looked up by its token before the company is known: a reference table.
create table api_key (
  company_id uuid not null references company (id),
  id uuid not null,
  name text not null check (length(name) between 1 and 60),
  prefix text not null check (prefix ~ '^gya_[A-Za-z0-9]{8}$'),
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  scopes text[] not null check (cardinality(scopes) > 0),
  -- Null: all branches of the company, including future ones.
  branch_ids uuid[] check (cardinality(branch_ids) > 0),
  -- Lifetime of the key; a key that replaces it gets the same.
  lasts_days int not null check (lasts_days between 7 and 365),
  expires_on timestamptz not null,
  created_by uuid not null references app_user (id),
  createdon timestamptz not null,
  -- Accurate to a minute, and without the last part of the address.
  last_used_on timestamptz,
  last_used_from text,
  revoked_on timestamptz,
  replaces uuid,
  -- Days before expiry at which company admins were last reminded: 14, 2 or 0.
  reminded_at int,
  version int not null default 1,
  primary key (company_id, id),
  unique (prefix),
  foreign key (company_id, replaces) references api_key (company_id, id)
);
create unique index api_key_is_replaced_once on api_key (company_id, replaces) where replaces is not null;
create index api_key_by_end on api_key (expires_on) where revoked_on is null;

-- The key that wrote a note, which then has no user as its author.
alter table note add column author_key uuid;
alter table note add constraint note_by_key foreign key (company_id, author_key) references api_key (company_id, id) not valid;
