-- The text that lists are searched by, and what most of them filter and sort by, in a narrow row of its own: a search reads
-- forty rows from a page instead of five, and a save that leaves the text as it is does not touch the trigram index
-- (docs/decisions/0046-counts-and-searches.md). The columns are those of property_report.
create table property_search (
  company_id uuid not null,
  property_id uuid not null,
  branch_id uuid not null,
  phase text not null,
  chain smallint not null,
  ownership text not null,
  taken_on date not null,
  progress smallint not null,
  furthest_step smallint not null,
  address_sort text not null,
  search_text text not null,
  primary key (company_id, property_id),
  foreign key (company_id, property_id) references property_report (company_id, property_id) on delete cascade
)
-- Space to update a row within its page, which leaves the indexes unchanged.
with (fillfactor = 85);
insert into property_search
select company_id, property_id, branch_id, phase, chain, ownership, taken_on, progress, furthest_step, address_sort, search_text from property_report order by company_id, property_id;

create index property_search_text on property_search using gin (company_id, search_text gin_trgm_ops);
drop index property_report_search_in_company;

create function keep_property_search() returns trigger language plpgsql as $$
begin
  insert into property_search (company_id, property_id, branch_id, phase, chain, ownership, taken_on, progress, furthest_step, address_sort, search_text)
  values (new.company_id, new.property_id, new.branch_id, new.phase, new.chain, new.ownership, new.taken_on, new.progress, new.furthest_step, new.address_sort, new.search_text)
  on conflict (company_id, property_id) do update set
    branch_id = excluded.branch_id, phase = excluded.phase, chain = excluded.chain, ownership = excluded.ownership,
    taken_on = excluded.taken_on, progress = excluded.progress, furthest_step = excluded.furthest_step, address_sort = excluded.address_sort, search_text = excluded.search_text;
  return null;
end $$;
create trigger property_is_found after insert on property_report for each row execute function keep_property_search();
create trigger property_is_found_anew after update on property_report for each row
  when ((old.branch_id, old.phase, old.chain, old.ownership, old.taken_on, old.progress, old.furthest_step, old.address_sort, old.search_text)
    is distinct from (new.branch_id, new.phase, new.chain, new.ownership, new.taken_on, new.progress, new.furthest_step, new.address_sort, new.search_text))
  execute function keep_property_search();
