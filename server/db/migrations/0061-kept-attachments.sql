-- Whether the files of a message stay in the store for the mailbox: from when the message is kept because no mail server is configured
-- until its text is deleted. Files of messages kept earlier were removed.
alter table mail add column keeps_files boolean not null default false;
