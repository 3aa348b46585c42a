-- Columns whose unreadable cells are errors of their rows instead of being left empty: seat §6.2.
alter table import_file add column strict jsonb not null default '[]';
alter table import_mapping add column strict jsonb not null default '[]';
-- Whether firms and people of a file's sales are made from their names: seat §6.16. Null: both.
alter table import add column make jsonb;
