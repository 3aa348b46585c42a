-- Applications that people connect by OAuth 2.1: docs/design/open.md section 2.2. A token finds its grant before the company is known:
-- reference tables.
create table connected_app (
  company_id uuid not null references company(id),
  id uuid not null,
  -- The https address of the document that describes it, or `app_` and the id of one that an administrator registered.
  client_id text not null check (client_id ~ '^(https://[!-~]+|app_[0-9a-f-]{36})$' and length(client_id) <= 300),
  name text not null check (length(name) between 1 and 60),
  -- Shown beside the name: of the address, otherwise of the first redirect.
  host text not null check (length(host) between 1 and 253),
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 10),
  -- The most that it may have.
  scopes text[] not null,
  state text not null check (state in ('asked', 'allowed', 'refused')),
  -- When its document was last read; null for one that an administrator registered.
  fetched_on timestamptz,
  asked_by uuid references app_user(id),
  decided_by uuid references app_user(id),
  decided_on timestamptz,
  createdon timestamptz not null,
  version integer not null default 1,
  constraint connected_app_lines check (is_line(name) and is_line(host)),
  constraint connected_app_decided check ((state = 'asked') = (decided_on is null) and (state = 'asked') = (decided_by is null)),
  constraint connected_app_allowed check (state <> 'allowed' or cardinality(scopes) > 0),
  unique (company_id, client_id),
  primary key (company_id, id)
);

-- "One row a grant holds its present code, access and refresh token." Tokens are stored as SHA-256.
create table app_grant (
  company_id uuid not null references company(id),
  id uuid not null,
  app_id uuid not null,
  user_id uuid not null references app_user(id),
  scopes text[] not null check (cardinality(scopes) > 0),
  resource text not null check (resource in ('api', 'mcp')),
  -- How the person had signed in who allowed it.
  way text not null check (way in ('password', 'passkey', 'sso')),
  redirect_uri text not null check (length(redirect_uri) between 1 and 500),
  -- Of the verifier that the application keeps (PKCE, S256).
  challenge text not null check (challenge ~ '^[A-Za-z0-9_-]{43}$'),
  -- Kept after its use, so that a second use is recognized.
  code_hash bytea not null unique check (octet_length(code_hash) = 32),
  code_until timestamptz not null,
  access_hash bytea unique check (octet_length(access_hash) = 32),
  access_until timestamptz,
  refresh_hash bytea unique check (octet_length(refresh_hash) = 32),
  refresh_until timestamptz,
  old_refresh_hash bytea unique check (octet_length(old_refresh_hash) = 32),
  old_refresh_until timestamptz,
  createdon timestamptz not null,
  -- Accurate to a minute, and without the last part of the address.
  last_used_on timestamptz,
  last_used_from text check (length(last_used_from) <= 60),
  ended_on timestamptz,
  ended_because text check (ended_because in ('person', 'administrator', 'application', 'reuse', 'account', 'provider')),
  constraint app_grant_tokens check (
    (access_hash is null) = (access_until is null) and (access_hash is null) = (refresh_hash is null)
    and (refresh_hash is null) = (refresh_until is null) and (old_refresh_hash is null) = (old_refresh_until is null)
    and (old_refresh_hash is null or refresh_hash is not null)),
  constraint app_grant_ended check ((ended_on is null) = (ended_because is null)),
  foreign key (company_id, app_id) references connected_app(company_id, id),
  primary key (company_id, id)
);
create index app_grant_by_app on app_grant (company_id, app_id);
create index app_grant_by_user on app_grant (user_id);
create index app_grant_by_end on app_grant (ended_on) where ended_on is not null;
