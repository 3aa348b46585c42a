-- When an account, or the people of a sale, were erased: marked rows cannot be restored.
alter table app_user add column erased_on timestamptz;
alter table property add column erased_on timestamptz;

-- Retention settings of a company; without a row the defaults apply.
create table retention (
  company_id uuid primary key references company (id) on delete cascade,
  sales_years int not null check (sales_years between 0 and 50),
  mail_days int not null check (mail_days between 0 and 3650),
  version int not null default 1,
  updatedon timestamptz not null,
  updated_by uuid references app_user (id),
  applied_on timestamptz
);

-- The record is append-only, with one exception: an erasure may replace personal data in entries, in a transaction that declares it. The
-- existence, time, author and kind of an entry never change.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('gya.erasing', true) = 'on'
    and (new.company_id, new.id, new.property_id, new.user_id, new.at, new.kind)
      is not distinct from (old.company_id, old.id, old.property_id, old.user_id, old.at, old.kind) then
    return new;
  end if;
  raise exception 'the record is append-only';
end $$;
