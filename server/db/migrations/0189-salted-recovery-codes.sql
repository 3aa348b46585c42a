-- The salt of the password hash (Argon2id) of a recovery code; the codes of one account share it. Null: made before, a keyed hash
-- alone, until the account makes new ones.
alter table recovery_code add column salt bytea check (octet_length(salt) >= 16);
