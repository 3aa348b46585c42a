-- An item that was chased, and whose party has answered by e-mail: `until` is when. docs/design/mail-in.md section 7.
alter table action_item_snooze
  drop constraint action_item_snooze_reason_check,
  add constraint action_item_snooze_reason_check check (reason in ('snoozed', 'chased', 'promised', 'replied'));
-- Whether e-mails to an address come back.
create index mail_in_by_bounced on mail_in (company_id, bounced_to) where bounced_to is not null;
