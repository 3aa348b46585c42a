-- True until a virus scanner has found the document clean: it is stored but cannot be downloaded.
alter table document add column being_checked boolean not null default false;
