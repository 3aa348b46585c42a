-- Checks that the key for secrets fits the database: this row must decrypt with it. Its value is the key of the recovery code hashes.
-- Inserted with the first secret.
create table secret_key_check (
  id int primary key check (id = 1),
  pepper_encrypted bytea not null
);

-- A ticket between the two steps of a sign-in, or the challenge of a passkey. `user_id` is null until a passkey identifies its owner.
create table sign_in_challenge (
  ticket_hash bytea primary key,
  user_id uuid references app_user (id) on delete cascade,
  purpose text not null check (purpose in ('sign-in', 'passkey', 'register', 'confirm')),
  challenge text,
  tries int not null default 0,
  expires_on timestamptz not null
);
create index sign_in_challenge_of_user on sign_in_challenge (user_id);
create index sign_in_challenge_expired on sign_in_challenge (expires_on);

create table totp (
  user_id uuid primary key references app_user (id) on delete cascade,
  secret_encrypted bytea not null,
  -- Null until a code has proved that the app has the secret.
  confirmed_on timestamptz,
  -- The last 30-second step that was used: each step is accepted once.
  last_counter bigint
);

create table passkey (
  -- Credential id, base64url.
  id text primary key check (length(id) between 1 and 1400),
  user_id uuid not null references app_user (id) on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  -- Synced between devices: its counter stays 0.
  backed_up boolean not null,
  name text not null check (length(name) between 1 and 60),
  createdon timestamptz not null,
  last_used_on timestamptz
);
create index passkey_of_user on passkey (user_id);

create table recovery_code (
  user_id uuid not null references app_user (id) on delete cascade,
  ordinal int not null check (ordinal between 1 and 10),
  code_hash bytea not null,
  used_on timestamptz,
  primary key (user_id, ordinal)
);

-- Whether the account has a confirmed TOTP or a passkey; stored, because every call reads it with the session.
alter table app_user add column has_second_factor boolean not null default false;
-- A company admin who still signs in with a password when single sign-on is required.
alter table app_user add column break_glass boolean not null default false;

-- Roles for which a company requires a second factor, and from which day.
create table company_sign_in (
  company_id uuid primary key references company (id),
  second_factor_for text[] not null default '{}'
    check (second_factor_for <@ array['COMPANY_ADMIN', 'AREA_MANAGER', 'BRANCH_ADMIN', 'BRANCH_STAFF', 'PROGRESSOR', 'READER']),
  required_from date,
  version int not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid references app_user (id),
  check ((second_factor_for = '{}') = (required_from is null))
);

alter table session_log drop constraint session_log_ended_because_check;
alter table session_log add constraint session_log_ended_because_check check (ended_because in
  ('signed-out', 'replaced', 'ended', 'ended-by-administrator', 'password', 'email', 'account-ended', 'expired', 'factors-reset'));
