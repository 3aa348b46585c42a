-- The two sides of a sale on the contacts page of a property: the notes of each, and who saved it last. `saved_version` is the version of
-- the property after the last change of the side, so that it does not conflict with saves of the other side.
create table property_side (
  company_id uuid not null,
  property_id uuid not null,
  side text not null check (side in ('vendor', 'buyer')),
  notes text not null default '' check (length(notes) <= 5000),
  saved_version int not null default 1,
  saved_on timestamptz,
  saved_by uuid references app_user (id),
  primary key (company_id, property_id, side),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
);

-- Additional people of a side: a co-owner, a parent who lends money, an attorney. Records, not users.
create table property_additional_contact (
  company_id uuid not null,
  property_id uuid not null,
  id uuid not null,
  side text not null check (side in ('vendor', 'buyer')),
  position int not null check (position >= 1),
  first_name text not null check (length(first_name) between 1 and 80),
  last_name text not null check (length(last_name) between 1 and 80),
  email text not null check (email <> ''),
  tel text not null check (tel <> ''),
  -- "Memorandum of sale recipient".
  memo boolean not null default false,
  primary key (company_id, id),
  unique (company_id, property_id, side, position),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
);

-- The setup warnings of a property, by which lists find and count them: leaseholdPack, vendorSolicitor, vendorBroker.
alter table property_report add column setup_warnings text[] not null default '{}';
update property_report r
set setup_warnings = array_remove(array[
  case when p.ownership = 'leasehold' and p.leasehold_pack_sent <> 'yes' then 'leaseholdPack' end,
  case when not exists (select from property_contact x where x.company_id = r.company_id and x.property_id = r.property_id
    and x.role = 'vendorSolicitor') then 'vendorSolicitor' end,
  case when not exists (select from property_contact x where x.company_id = r.company_id and x.property_id = r.property_id
    and x.role = 'vendorBroker') then 'vendorBroker' end], null)
from property p
where p.company_id = r.company_id and p.id = r.property_id and r.phase in ('sold', 'forSale');
create index property_report_with_setup_warnings on property_report (company_id, address_sort, property_id)
  where setup_warnings <> '{}';
