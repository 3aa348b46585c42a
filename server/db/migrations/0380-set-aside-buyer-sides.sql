-- The buyer's side (solicitor, broker, notes, additional contacts, memorandum texts, referrals) that was entered before an offer was
-- accepted and set aside at the acceptance. `isOwn`: it was entered for this offer and comes back when this offer is accepted.
alter table offer add column buyer_side jsonb;
