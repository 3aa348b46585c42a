-- Who won the instruction and sells the property. Existing properties have none.
create unique index app_user_of_company on app_user (company_id, id);
alter table property add column negotiator_id uuid,
  add constraint property_negotiator foreign key (company_id, negotiator_id) references app_user(company_id, id);
create index property_by_negotiator on property (company_id, negotiator_id) where negotiator_id is not null;
alter table property_report add column negotiator_id uuid;
alter table property_search add column negotiator_id uuid;

-- Who had the property on a day, and those whose figure a happening is; view property_happening_derived.
alter table property_day add column negotiator_id uuid, add column progressor_id uuid;
alter table property_happening add column negotiator_id uuid, add column progressor_id uuid;

-- The sums of past days do not depend on persons.
alter table property_day disable trigger user;
update property_day d set progressor_id = p.b_staff from property p
where p.company_id = d.company_id and p.id = d.property_id and d.until = 'infinity' and p.b_staff is not null;
alter table property_day enable trigger user;

-- Earlier days have nobody: what happened then is of the first person given later.
update property_happening h set progressor_id = d.progressor_id from property_day d
where d.company_id = h.company_id and d.property_id = h.property_id and d.until = 'infinity' and d.progressor_id is not null;

drop index property_happening_by_day;
create index property_happening_by_day on property_happening (company_id, branch_id, what, on_day) include (property_id, id, amount, first_price,
  cash, fee, negotiator_id, progressor_id);
