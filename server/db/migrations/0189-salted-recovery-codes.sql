-- The salt of the password hash (Argon2id) of a recovery code; all codes of an account share it. Null: older codes with a keyed hash only,
-- until the account creates new ones.
alter table recovery_code add column salt bytea check (octet_length(salt) >= 16);
