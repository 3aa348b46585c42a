-- Updates that a person wrote to the vendor about a sale since the previous update ("The weekly vendor update", day design, section 7).
-- Unedited drafts are not stored. `until`: the time up to which its text follows the record.
create table vendor_update (
  company_id uuid not null,
  id uuid not null,
  property_id uuid not null,
  state text not null check (state in ('draft', 'sent', 'skipped')),
  since timestamptz not null,
  until timestamptz not null,
  text text not null default '' check (length(text) <= 5000),
  edited boolean not null default false,
  skip_reason text check (skip_reason in ('spoke', 'nothing', 'other')),
  saved_by uuid,
  at timestamptz not null,
  mail_id uuid,
  version int not null default 1,
  primary key (company_id, id),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade,
  constraint reason_exactly_when_skipped check ((state = 'skipped') = (skip_reason is not null))
);
create unique index vendor_update_draft on vendor_update (company_id, property_id) where state = 'draft';
create index vendor_update_by_property on vendor_update (company_id, property_id, at desc);
create index vendor_update_by_day on vendor_update (company_id, at) where state <> 'draft';

-- A sale with step news for its vendor that was not e-mailed yet: changes since `since` become one message.
create table vendor_news (
  company_id uuid not null,
  property_id uuid not null,
  since timestamptz not null,
  send_after timestamptz not null,
  primary key (company_id, property_id),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
);
create index vendor_news_by_time on vendor_news (send_after);

-- As before, and updates to vendors are about the day, too.
create or replace function tell_of_change() returns trigger language plpgsql as $$
begin
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
