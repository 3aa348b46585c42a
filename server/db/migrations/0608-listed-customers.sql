-- What the register lists and counts customers by, as `customerState` says; a ready one is open again the day after `ready_until`.
alter table customer
  add column state text not null default 'open' check (state in ('open', 'to-decide', 'refused', 'ready')),
  add column ready_until date,
  add column search_text text not null generated always as (search_fold(name)) stored,
  add constraint customer_ready check ((state = 'ready') = (ready_until is not null));
create index customer_by_state on customer (company_id, state, ready_until) include (property_id, side) where ended_on is null;
create index customer_by_entry on customer (company_id, createdon desc, id desc);
