-- The OpenID provider with which the members of a company sign in.
create table company_provider (
  company_id uuid primary key references company (id),
  kind text not null check (kind in ('entra', 'google')),
  issuer text not null,
  client_id text not null,
  secret_encrypted bytea not null,
  -- Role and branches of a user who signs in for the first time and has no account.
  role text not null check (role in ('BRANCH_STAFF', 'PROGRESSOR', 'READER')),
  all_branches boolean not null default false,
  branch_ids uuid[] not null default '{}',
  -- Passwords of members are not accepted, except those of break-glass administrators.
  required boolean not null default false,
  -- The last successful test sign-in with these settings, and its user.
  tested_on timestamptz,
  tested_by uuid references app_user (id),
  version int not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid references app_user (id),
  check ((tested_on is null) = (tested_by is null))
);

-- E-mail domains that a platform admin has confirmed for a company.
create table company_domain (
  domain text primary key check (domain = lower(domain) and length(domain) between 4 and 253),
  company_id uuid not null references company (id),
  confirmed_by uuid not null references app_user (id),
  confirmed_on timestamptz not null
);
create index company_domain_of_company on company_domain (company_id);

-- The account of a subject of a provider.
create table sso_identity (
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  user_id uuid not null references app_user (id) on delete cascade,
  createdon timestamptz not null,
  primary key (issuer, subject)
);
create unique index sso_identity_of_user on sso_identity (user_id, issuer);

-- A browser that was redirected to a provider and is expected back within ten minutes.
create table sso_attempt (
  state_hash bytea primary key,
  company_id uuid not null references company (id) on delete cascade,
  purpose text not null check (purpose in ('sign-in', 'test', 'confirm')),
  -- The user who tests the provider, or confirms their identity.
  user_id uuid references app_user (id) on delete cascade,
  provider_version int not null,
  nonce text not null,
  verifier_encrypted bytea not null,
  -- Hash of the cookie of the redirected browser.
  browser_hash bytea not null,
  next_path text,
  expires_on timestamptz not null,
  check ((purpose = 'sign-in') = (user_id is null))
);
create index sso_attempt_expired on sso_attempt (expires_on);

-- Read by every call: the policy of second factors does not apply to sessions of single sign-on.
alter table session add column way text not null default 'password' check (way in ('password', 'passkey', 'sso'));
update session s set way = l.way from session_log l where l.id = s.log_id;
