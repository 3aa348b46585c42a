-- needs: expected_fee, london_day
-- The days as they should now be, of accepted offers. Chain links carry what is ticked without its days.
create or replace view sale_now as
select o.company_id, o.id as sale_id, p.id as property_id,
  case when p.deleted_on is not null or b.deleted_on is not null then 'deleted' when x.completed_on is not null then 'exchanged'
    when not p.active then 'withdrawn' else 'open' end as outcome,
  o.accepted_on as agreed_on, x.completed_on as exchanged_on, p.branch_id, p.b_staff as progressor_id, p.ownership as tenure, p.chain,
  c.vendor_firm, c.buyer_firm, c.broker, r.expected_fee, p.expected_exchange, p.mortgage_offer_expires as offer_expires,
  london_day(greatest(
    (select max(n.createdon) from note n where n.company_id = p.company_id and n.property_id = p.id),
    (select max(m.createdon) from mail m where m.company_id = p.company_id and m.property_id = p.id),
    (select max(t.at) from conversation_sale h join conversation t on t.company_id = h.company_id and t.id = h.conversation_id
     where h.company_id = p.company_id and h.property_id = p.id and t.undone_on is null))) as last_contact,
  (select london_day(max(a.createdon)) from (
     select a.createdon, a.amount < lag(a.amount) over (order by a.position) as is_less from offer_amount a
     where a.company_id = o.company_id and a.offer_id = o.id) a
   where a.is_less) as reduced_on,
  exists (select from fall_off f where f.company_id = p.company_id and f.property_id = p.id
    and f.reason_id = 'fa110ff0-0000-4000-8000-000000000006') as survey_ended_sale,
  p.lender_id
from offer o
join property p on p.company_id = o.company_id and p.id = o.property_id
join branch b on b.company_id = p.company_id and b.id = p.branch_id
left join property_report r on r.company_id = p.company_id and r.property_id = p.id
left join property_step x on x.company_id = p.company_id and x.property_id = p.id and x.key = 24 and x.state = 'C'
left join lateral (
  select (max(k.contact_id::text) filter (where k.role = 'vendorSolicitor'))::uuid as vendor_firm,
    (max(k.contact_id::text) filter (where k.role = 'buyerSolicitor'))::uuid as buyer_firm,
    (max(k.contact_id::text) filter (where k.role = 'buyerBroker'))::uuid as broker
  from property_contact k where k.company_id = p.company_id and k.property_id = p.id) c on true
where o.state = 'A';
