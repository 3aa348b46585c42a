-- The verdict when the file was created; null for older files.
alter table record_file add column verdict jsonb;
create index record_file_by_verdict on record_file (company_id, made_on desc) where verdict is not null;
