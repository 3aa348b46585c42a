-- The states of e-mails about properties have entries of their own, read by e-mail as those of their hashes are.
create index event_email_state on event (company_id, ((data ->> 'mailId'))) where kind = 'email-state';
