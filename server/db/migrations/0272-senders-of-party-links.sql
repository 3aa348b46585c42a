-- The e-mail with the first address of a party link contains its sender, as later ones do; those sent by rules have none.
update mail m set sent_by = l.created_by
from party_link l
where m.company_id = l.company_id and m.property_id = l.property_id and m.createdon = l.createdon
  and m.recipients = array[l.email] and m.sent_by is null;
