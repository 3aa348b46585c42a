-- A memorandum's e-mail and an automatic message belong to no conversation: their text could be found for a sale only by its row in `mail`,
-- which may be deleted earlier (docs/decisions/0066-days-under-offer-and-kept-texts.md).

alter table sent_message add column property_id uuid;
update sent_message s set property_id = m.property_id from mail m
where m.id = s.mail_id and m.company_id = s.company_id and s.conversation_id is null;
create index sent_message_by_property on sent_message (company_id, property_id) where property_id is not null;
