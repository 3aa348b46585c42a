-- Whether the files of a message stay in the store for the mailbox: from the moment it is kept there because no mail server is
-- configured, until its text goes. Those of messages kept before were removed.
alter table mail add column keeps_files boolean not null default false;
