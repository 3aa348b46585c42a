-- The links of a chain get an id that forms can refer to, and their agent and solicitor: a contact of the company with one of its points of
-- contact, or a name and number as free text. Name and number are also stored beside the contact, because they outlive it.
alter table chain_item
  add column id uuid not null default gen_random_uuid(),
  add column agent_contact uuid,
  add column agent_poc uuid,
  add column agent_name text not null default '' check (length(agent_name) <= 160),
  add column agent_tel text not null default '' check (length(agent_tel) <= 40),
  add column solicitor_contact uuid,
  add column solicitor_poc uuid,
  add column solicitor_name text not null default '' check (length(solicitor_name) <= 160),
  add column solicitor_tel text not null default '' check (length(solicitor_tel) <= 40),
  add check (length(property_name) <= 200),
  add check (length(person_name) <= 160),
  add check (length(note) <= 5000),
  add check (position between 1 and 50),
  -- The item that is this property refers to it; no other item does.
  add constraint own_item_is_own_property check (this_property = (property_ref is not null and property_ref = property_id)),
  add foreign key (company_id, agent_contact) references company_contact (company_id, id) on delete set null (agent_contact),
  add foreign key (company_id, agent_contact, agent_poc) references company_contact_poc (company_id, contact_id, id)
    on delete set null (agent_poc),
  add foreign key (company_id, solicitor_contact) references company_contact (company_id, id) on delete set null (solicitor_contact),
  add foreign key (company_id, solicitor_contact, solicitor_poc) references company_contact_poc (company_id, contact_id, id)
    on delete set null (solicitor_poc);
create unique index chain_item_by_id on chain_item (company_id, property_id, id);
-- "No property twice": in one chain.
create unique index chain_item_property_once on chain_item (company_id, property_id, property_ref) where property_ref is not null;
create index chain_item_by_agent on chain_item (company_id, agent_contact, agent_poc) where agent_contact is not null;
create index chain_item_by_solicitor on chain_item (company_id, solicitor_contact, solicitor_poc)
  where solicitor_contact is not null;
