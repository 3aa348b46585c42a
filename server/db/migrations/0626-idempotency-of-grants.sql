-- A repeated request of an application finds its first answer by the grant of its person.
alter table idempotency_key drop constraint idempotency_key_principal_kind_check;
alter table idempotency_key add constraint idempotency_key_principal_kind_check check (principal_kind in ('user', 'key', 'grant', 'link'));
