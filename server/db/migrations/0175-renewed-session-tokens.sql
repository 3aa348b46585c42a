-- A session whose identity was confirmed again has a new token. Requests in transit still carry the previous one, which is accepted until
-- `previous_until`.
alter table session add column previous_token_hash bytea;
alter table session add column previous_until timestamptz;
alter table session add constraint session_previous_token check ((previous_token_hash is null) = (previous_until is null));
create unique index session_by_previous_token on session (previous_token_hash) where previous_token_hash is not null;
