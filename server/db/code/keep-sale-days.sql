-- needs: expected_fee, sale_link_now, sale_now, sale_step_now
-- As in 0236, with both.
create or replace function keep_sale_days(of_company uuid, of_properties uuid[], on_day date) returns void language plpgsql as $$
declare
  changed uuid[];
  more uuid[];
begin
  -- Outcome and revision are set at the end.
  insert into sale (company_id, id, property_id, outcome, known_on, revision)
  select o.company_id, o.id, o.property_id, 'open', on_day, 0
  from offer o
  where o.company_id = of_company and o.property_id = any(of_properties) and o.state = 'A'
    and not exists (select from sale s where s.company_id = o.company_id and s.id = o.id)
  on conflict do nothing;

  with wanted as materialized (
    select n.sale_id, n.outcome, n.agreed_on, n.exchanged_on, n.branch_id, n.progressor_id, n.tenure, n.chain, n.vendor_firm, n.buyer_firm,
      n.broker, n.lender_id, n.expected_fee, n.expected_exchange, n.offer_expires, n.last_contact, n.reduced_on, n.survey_ended_sale
    from sale_now n where n.company_id = of_company and n.property_id = any(of_properties)
    union all
    select d.sale_id, case when p.deleted_on is not null then 'deleted' when exists (select from fall_off f
        where f.company_id = s.company_id and f.property_id = s.property_id and f.offer_id = s.id and f.restored_on is null)
        then 'fell' else 'cancelled' end,
      d.agreed_on, d.exchanged_on, d.branch_id, d.progressor_id, d.tenure, d.chain, d.vendor_firm, d.buyer_firm,
      d.broker, d.lender_id, d.expected_fee, d.expected_exchange, d.offer_expires, d.last_contact, d.reduced_on, d.survey_ended_sale
    from sale s
    join property p on p.company_id = s.company_id and p.id = s.property_id
    join sale_day d on d.company_id = s.company_id and d.sale_id = s.id and d.until = 'infinity'
    where s.company_id = of_company and s.property_id = any(of_properties) and not exists (select from offer o
      where o.company_id = s.company_id and o.property_id = s.property_id and o.id = s.id and o.state = 'A')
  ), differing as materialized (
    select w.*, k.since as kept_since
    from wanted w
    left join sale_day k on k.company_id = of_company and k.sale_id = w.sale_id and k.until = 'infinity'
    where k.sale_id is null or (w.outcome, w.agreed_on, w.exchanged_on, w.branch_id, w.progressor_id, w.tenure, w.chain, w.vendor_firm,
        w.buyer_firm, w.broker, w.lender_id, w.expected_fee, w.expected_exchange, w.offer_expires, w.last_contact, w.reduced_on, w.survey_ended_sale)
      is distinct from (k.outcome, k.agreed_on, k.exchanged_on, k.branch_id, k.progressor_id, k.tenure, k.chain, k.vendor_firm,
        k.buyer_firm, k.broker, k.lender_id, k.expected_fee, k.expected_exchange, k.offer_expires, k.last_contact, k.reduced_on, k.survey_ended_sale)
  ), ended as (
    update sale_day k set until = on_day from differing d
    where k.company_id = of_company and k.sale_id = d.sale_id and k.until = 'infinity' and k.since < on_day
  ), written as (
    insert into sale_day (company_id, sale_id, since, outcome, agreed_on, exchanged_on, branch_id, progressor_id, tenure, chain, vendor_firm,
      buyer_firm, broker, lender_id, expected_fee, expected_exchange, offer_expires, last_contact, reduced_on, survey_ended_sale)
    select of_company, sale_id, greatest(on_day, kept_since), outcome, agreed_on, exchanged_on, branch_id, progressor_id, tenure, chain,
      vendor_firm, buyer_firm, broker, lender_id, expected_fee, expected_exchange, offer_expires, last_contact, reduced_on, survey_ended_sale
    from differing
    on conflict (company_id, sale_id, since) do update set outcome = excluded.outcome, agreed_on = excluded.agreed_on,
      exchanged_on = excluded.exchanged_on, branch_id = excluded.branch_id, progressor_id = excluded.progressor_id,
      tenure = excluded.tenure, chain = excluded.chain, vendor_firm = excluded.vendor_firm, buyer_firm = excluded.buyer_firm,
      broker = excluded.broker, lender_id = excluded.lender_id, expected_fee = excluded.expected_fee, expected_exchange = excluded.expected_exchange,
      offer_expires = excluded.offer_expires, last_contact = excluded.last_contact, reduced_on = excluded.reduced_on,
      survey_ended_sale = excluded.survey_ended_sale
  )
  select array_agg(sale_id) into changed from differing;

  with wanted as materialized (
    select n.sale_id, n.key, n.state, n.started_on, n.completed_on, n.blocked_on, n.survey_date, n.warning_on
    from sale_step_now n where n.company_id = of_company and n.property_id = any(of_properties)
  ), differing as materialized (
    select coalesce(w.sale_id, k.sale_id) as sale_id, coalesce(w.key, k.key) as key, w.state, w.started_on, w.completed_on, w.blocked_on,
      w.survey_date, w.warning_on, k.since as kept_since
    from wanted w
    full join (select k.* from sale_step_day k where k.company_id = of_company and k.until = 'infinity'
        and k.sale_id in (select sale_id from wanted)) k
      on k.sale_id = w.sale_id and k.key = w.key
    where (w.state, w.started_on, w.completed_on, w.blocked_on, w.survey_date, w.warning_on)
      is distinct from (k.state, k.started_on, k.completed_on, k.blocked_on, k.survey_date, k.warning_on)
  ), ended as (
    update sale_step_day k set until = on_day from differing d
    where k.company_id = of_company and k.sale_id = d.sale_id and k.key = d.key and k.until = 'infinity' and k.since < on_day
  ), removed as (
    delete from sale_step_day k using differing d
    where d.state is null and k.company_id = of_company and k.sale_id = d.sale_id and k.key = d.key and k.until = 'infinity'
      and k.since >= on_day
  ), written as (
    insert into sale_step_day (company_id, sale_id, key, since, state, started_on, completed_on, blocked_on, survey_date, warning_on)
    select of_company, sale_id, key, greatest(on_day, kept_since), state, started_on, completed_on, blocked_on, survey_date, warning_on
    from differing where state is not null
    on conflict (company_id, sale_id, key, since) do update set until = 'infinity', state = excluded.state,
      started_on = excluded.started_on, completed_on = excluded.completed_on, blocked_on = excluded.blocked_on,
      survey_date = excluded.survey_date, warning_on = excluded.warning_on
  )
  select array_agg(distinct sale_id) into more from differing;
  changed := changed || more;

  with wanted as materialized (
    select n.sale_id, n.link_id, n.position, n.property_ref, n.cash, n.sale_type, n.has_address, k.since as kept_since,
      coalesce((select jsonb_object_agg(t.tick, case when k.ticked ? t.tick then k.ticked -> t.tick else to_jsonb(on_day) end)
        from unnest(n.ticks) as t (tick)), '{}') as ticked,
      coalesce(k.added_on, on_day) as added_on, k.ticked as kept_ticked, k.cash as kept_cash, k.changed_on as kept_changed_on,
      k.position as kept_position, k.property_ref as kept_ref, k.sale_type as kept_sale_type, k.has_address as kept_has_address
    from sale_link_now n
    left join sale_link_day k on k.company_id = of_company and k.sale_id = n.sale_id and k.link_id = n.link_id and k.until = 'infinity'
    where n.company_id = of_company and n.property_id = any(of_properties)
  ), differing as materialized (
    select sale_id, link_id, position, property_ref, cash, sale_type, has_address, ticked, added_on, kept_since,
      case when (ticked, cash) is distinct from (kept_ticked, kept_cash) then on_day else kept_changed_on end as changed_on
    from wanted
    where (position, property_ref, cash, sale_type, has_address, ticked)
      is distinct from (kept_position, kept_ref, kept_cash, kept_sale_type, kept_has_address, kept_ticked)
    union all
    select k.sale_id, k.link_id, null, null, null, null, null, null, null, k.since, null
    from offer o
    join sale_link_day k on k.company_id = of_company and k.sale_id = o.id and k.until = 'infinity'
    where o.company_id = of_company and o.property_id = any(of_properties) and o.state = 'A'
      and not exists (select from wanted w where w.sale_id = k.sale_id and w.link_id = k.link_id)
  ), ended as (
    update sale_link_day k set until = on_day from differing d
    where k.company_id = of_company and k.sale_id = d.sale_id and k.link_id = d.link_id and k.until = 'infinity' and k.since < on_day
  ), removed as (
    delete from sale_link_day k using differing d
    where d.position is null and k.company_id = of_company and k.sale_id = d.sale_id and k.link_id = d.link_id and k.until = 'infinity'
      and k.since >= on_day
  ), written as (
    insert into sale_link_day (company_id, sale_id, link_id, since, position, property_ref, cash, sale_type, has_address, ticked,
      added_on, changed_on)
    select of_company, sale_id, link_id, greatest(on_day, kept_since), position, property_ref, cash, sale_type, has_address, ticked,
      added_on, changed_on
    from differing where position is not null
    on conflict (company_id, sale_id, link_id, since) do update set until = 'infinity', position = excluded.position,
      property_ref = excluded.property_ref, cash = excluded.cash, sale_type = excluded.sale_type, has_address = excluded.has_address,
      ticked = excluded.ticked, added_on = excluded.added_on, changed_on = excluded.changed_on
  )
  select array_agg(distinct sale_id) into more from differing;
  changed := changed || more;

  if cardinality(changed) > 0 then
    update sale s set revision = nextval('sale_revision'), outcome = d.outcome
    from sale_day d
    where s.company_id = of_company and s.id = any(changed)
      and d.company_id = s.company_id and d.sale_id = s.id and d.until = 'infinity';
  end if;
end $$;
