-- Position in the company's record of the last change of a property or contact, by which incremental reads are ordered. Set by the sealer
-- in the transaction that assigns positions to the entries, so that later positions are always greater. Connect design, section 3.7. 0: no
-- entry has a position.
create table property_position (
  company_id uuid not null,
  property_id uuid not null,
  position bigint not null check (position >= 0),
  primary key (company_id, property_id)
);
create index property_position_in_order on property_position (company_id, position, property_id);

create table contact_position (
  company_id uuid not null,
  contact_id uuid not null,
  position bigint not null check (position >= 0),
  primary key (company_id, contact_id)
);
create index contact_position_in_order on contact_position (company_id, position, contact_id);

insert into property_position (company_id, property_id, position)
select p.company_id, p.id, coalesce(max(s.position), 0)
from property p
left join event e on e.company_id = p.company_id and e.property_id = p.id
left join event_seal s on s.company_id = e.company_id and s.event_id = e.id
group by p.company_id, p.id;

insert into contact_position (company_id, contact_id, position)
select c.company_id, c.id, coalesce(max(s.position), 0)
from company_contact c
left join event e on e.company_id = c.company_id and e.property_id is null and e.kind ~ '^(contact|poc)-'
  and e.data ->> 'contactId' = c.id::text
left join event_seal s on s.company_id = e.company_id and s.event_id = e.id
group by c.company_id, c.id;
