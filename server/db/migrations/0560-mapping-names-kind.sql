-- Whether a file with these columns opens as this kind; the mapping of a second use, or of its errors, does not decide it.
alter table import_mapping add column names_kind boolean not null default true;
