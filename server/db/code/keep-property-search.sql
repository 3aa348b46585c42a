create or replace function keep_property_search() returns trigger language plpgsql as $$
begin
  insert into property_search (company_id, property_id, branch_id, phase, chain, ownership, taken_on, progress, furthest_step, address_sort, search_text, sold, negotiator_id)
  values (new.company_id, new.property_id, new.branch_id, new.phase, new.chain, new.ownership, new.taken_on, new.progress, new.furthest_step, new.address_sort, new.search_text, new.sold,
    new.negotiator_id)
  on conflict (company_id, property_id) do update set
    branch_id = excluded.branch_id, phase = excluded.phase, chain = excluded.chain, ownership = excluded.ownership,
    taken_on = excluded.taken_on, progress = excluded.progress, furthest_step = excluded.furthest_step, address_sort = excluded.address_sort,
    search_text = excluded.search_text, sold = excluded.sold, negotiator_id = excluded.negotiator_id;
  return null;
end $$;
create or replace trigger property_is_found after insert on property_report for each row execute function keep_property_search();
create or replace trigger property_is_found_anew after update on property_report for each row
  when ((old.branch_id, old.phase, old.chain, old.ownership, old.taken_on, old.progress, old.furthest_step, old.address_sort, old.search_text, old.sold,
    old.negotiator_id)
    is distinct from (new.branch_id, new.phase, new.chain, new.ownership, new.taken_on, new.progress, new.furthest_step, new.address_sort, new.search_text, new.sold,
      new.negotiator_id))
  execute function keep_property_search();
