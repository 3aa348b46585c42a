-- Every entry of the record is also added to the queue of unsealed entries.
create or replace function tell_of_change() returns trigger language plpgsql as $$
begin
  insert into event_unsealed (company_id, event_id) select company_id, id from added;
  perform pg_notify('gya_change', json_build_object(
    'companyId', changed.company_id, 'branchId', p.branch_id, 'propertyId', changed.property_id, 'about', changed.about)::text)
  from (
    select distinct company_id, property_id,
      case
        when kind ~ '^(conversation-|action-|task-|message-sent|automatic-sent|update-)' then 'day'
        when property_id is null then 'company'
        else 'property'
      end as about
    from added) changed
  left join property p on p.company_id = changed.company_id and p.id = changed.property_id;
  return null;
end $$;
create or replace trigger event_is_told after insert on event
  referencing new table as added for each statement
  when (current_setting('gya.restoring', true) is distinct from 'on')
  execute function tell_of_change();
