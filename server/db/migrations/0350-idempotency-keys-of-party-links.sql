-- A party's link takes an Idempotency-Key too: a proposal whose response was lost is not made twice.
alter table idempotency_key drop constraint idempotency_key_principal_kind_check;
alter table idempotency_key add constraint idempotency_key_principal_kind_check check (principal_kind in ('user', 'key', 'link'));
