-- Deleted contacts are kept for 30 days. `acted_for` lists where a deleted contact acted, so that restoring assigns it again in roles that
-- are still free.
alter table company_contact
  add column deleted_on timestamptz,
  add column acted_for jsonb not null default '[]';
create index company_contact_by_deletion on company_contact (deleted_on) where deleted_on is not null;
