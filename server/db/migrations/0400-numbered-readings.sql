-- How many times reading was started, so that a job whose reading was stopped does not write into a later one.
alter table import_file add column read_no int not null default 0;
