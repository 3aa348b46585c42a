-- Number of rows of property_report by the columns that most lists filter by, so that a total does not count a hundred thousand index
-- entries. A row with `taken_in` counts a branch and phase by month of take-on, one without it by chain and ownership. Rows are added and
-- never updated: the number is their sum, so that saves do not wait for each other. A job merges them
-- (docs/decisions/0046-counts-and-searches.md).
create table property_count (
  company_id uuid not null,
  branch_id uuid not null,
  phase text not null,
  chain smallint,
  ownership text,
  taken_in date,
  properties int not null,
  constraint counts_one_way check ((taken_in is null) = (chain is not null) and (chain is null) = (ownership is null))
);

create function month_of(day date) returns date language sql immutable parallel safe as
$$ select day - extract(day from day)::int + 1 $$;

insert into property_count
select company_id, branch_id, phase, chain, ownership, null, count(*) from property_report group by 1, 2, 3, 4, 5
union all
select company_id, branch_id, phase, null, null, month_of(taken_on), count(*) from property_report group by 1, 2, 3, 6;

create index property_count_of on property_count (company_id, (taken_in is null), phase) include (branch_id, chain, ownership, taken_in, properties);

create function keep_property_count() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into property_count values
      (old.company_id, old.branch_id, old.phase, old.chain, old.ownership, null, -1),
      (old.company_id, old.branch_id, old.phase, null, null, month_of(old.taken_on), -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into property_count values
      (new.company_id, new.branch_id, new.phase, new.chain, new.ownership, null, 1),
      (new.company_id, new.branch_id, new.phase, null, null, month_of(new.taken_on), 1);
  end if;
  return null;
end $$;
create trigger property_is_counted after insert or delete on property_report for each row execute function keep_property_count();
create trigger property_is_counted_anew after update on property_report for each row
  when ((old.branch_id, old.phase, old.chain, old.ownership, old.taken_on) is distinct from (new.branch_id, new.phase, new.chain, new.ownership, new.taken_on))
  execute function keep_property_count();

-- Sums of the key stats, so that they read no rows either.
drop index property_report_count;
create index property_report_count on property_report (company_id, phase, taken_on) include
  (branch_id, chain, expected_fee, agency_fee_percent, first_warning, last_step_on, active, delayed, awaiting_reports);

-- The live properties, a quarter of all: the list's default view, its warnings, and the sort by urgency.
create index property_report_live on property_report (company_id, address_sort, property_id) include
  (branch_id, phase, chain, ownership, first_warning, first_red, taken_on)
  where phase in ('preForSale', 'forSale', 'sold', 'exchanged') or first_warning is not null;
create index property_report_pending on property_report (company_id, address_sort, property_id) include (branch_id) where pending_offers > 0;
drop index property_report_with_setup_warnings;
create index property_report_with_setup_warnings on property_report (company_id, address_sort, property_id) include (branch_id)
  where setup_warnings <> '{}';

-- The report without filters, furthest first.
create index property_report_all_furthest on property_report (company_id, progress desc nulls last, furthest_step desc, address_sort, property_id)
  include (taken_on, branch_id, phase);
