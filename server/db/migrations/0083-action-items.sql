-- An unknown fee is shown as unknown; its points are those of the lowest fee.
alter table action_item alter column fee drop not null;

-- Items that a person settled, for the list of items done. Copies of the items as they were; swept after two days.
create table action_item_settled (
  company_id uuid not null,
  subject_id uuid not null,
  key text not null,
  property_id uuid,
  branch_id uuid,
  progressor_id uuid,
  kind text not null,
  party_ref text,
  party_role text not null,
  firm_id uuid,
  description text not null,
  due_on date not null,
  due_at time,
  fee int,
  phase text,
  progress smallint,
  expected_exchange date,
  settled_by uuid not null,
  settled_on timestamptz not null,
  primary key (company_id, subject_id, key),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
);
create index action_item_settled_by_person on action_item_settled (company_id, settled_by, settled_on);
create index action_item_settled_by_age on action_item_settled (settled_on);

-- Companies that existed before: a job derives their action items. Later companies have no row.
insert into action_item_fill (company_id, total, started_on)
select c.id, (select count(*) from property p where p.company_id = c.id and p.deleted_on is null), now()
from company c;

-- Live updates have a subject: `day` for conversations, tasks and snoozes, which no report or property form shows.
create or replace function tell_of_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('gya_change', json_build_object(
    'companyId', changed.company_id, 'branchId', p.branch_id, 'propertyId', changed.property_id, 'about', changed.about)::text)
  from (
    select distinct company_id, property_id,
      case
        when kind ~ '^(conversation-|action-|task-|message-sent|automatic-sent)' then 'day'
        when property_id is null then 'company'
        else 'property'
      end as about
    from added) changed
  left join property p on p.company_id = changed.company_id and p.id = changed.property_id;
  return null;
end $$;
