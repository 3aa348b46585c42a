-- A signature over a public key by a key of this installation: without it, a row proves nothing, because whoever can write to the database
-- can add one.
alter table record_key add column endorsement bytea check (octet_length(endorsement) = 64);
alter table company_record_key add column endorsement bytea check (octet_length(endorsement) = 64);
