-- The time up to which a vendor has seen the messages about their sale. The messages are derived from step events in the record.
create table vendor_seen (
  company_id uuid not null references company (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  seen_until timestamptz not null,
  primary key (company_id, user_id)
);

-- Every entry of the record is notified after its commit to all processes of the app, which refresh open clients. The notification contains
-- ids only; each process checks who may receive it.
create function tell_of_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('gya_change', json_build_object(
    'companyId', changed.company_id, 'branchId', p.branch_id, 'propertyId', changed.property_id)::text)
  from (select distinct company_id, property_id from added) changed
  left join property p on p.company_id = changed.company_id and p.id = changed.property_id;
  return null;
end $$;
create trigger event_is_told after insert on event
  referencing new table as added for each statement execute function tell_of_change();
