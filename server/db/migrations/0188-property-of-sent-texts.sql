-- A memorandum's e-mail and an automatic message are part of no conversation: their text was found for a sale by its row in
-- `mail` alone, which may be deleted before it (docs/decisions/0066-days-under-offer-and-kept-texts.md).

alter table sent_message add column property_id uuid;
update sent_message s set property_id = m.property_id from mail m
where m.id = s.mail_id and m.company_id = s.company_id and s.conversation_id is null;
create index sent_message_by_property on sent_message (company_id, property_id) where property_id is not null;
