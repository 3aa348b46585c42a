-- The stocks of a branch at the end of a past day, added up, so that the dashboard of a company reads five of its six periods from a few
-- hundred of these rows (docs/decisions/0046-counts-and-searches.md). `definition` identifies the metrics' SQL and windows with which the
-- sums were made; other sums are not read. A job creates them; changes of a past day delete them.
create table property_day_sum (
  company_id uuid not null,
  branch_id uuid not null,
  day date not null,
  definition text not null,
  sums jsonb not null,
  primary key (company_id, branch_id, day),
  foreign key (company_id, branch_id) references branch (company_id, id) on delete cascade
);

-- Taken exclusively by the job and shared by changes of past days, so that no sum of a state before such a change remains.
create function day_sums_lock(of_branch uuid) returns bigint language sql immutable parallel safe as
$$ select hashtextextended('property_day_sum ' || of_branch, 0) $$;

create function forget_day_sums(of_company uuid, of_branch uuid, since date) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(day_sums_lock(of_branch));
  delete from property_day_sum s where s.company_id = of_company and s.branch_id = of_branch and s.day >= since;
end $$;

create function days_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform forget_day_sums(company_id, branch_id, min(since)) from became group by company_id, branch_id;
  elsif tg_op = 'DELETE' then
    perform forget_day_sums(company_id, branch_id, min(since)) from was group by company_id, branch_id;
  else
    perform forget_day_sums(c.company_id, c.branch_id, min(c.changed)) from (
      select w.company_id, w.branch_id, case when to_jsonb(w) - 'until' = to_jsonb(b) - 'until' then least(w.until, b.until) else w.since end as changed
      from was w left join became b on b.company_id = w.company_id and b.property_id = w.property_id and b.since = w.since
      where w is distinct from b
      union all
      select b.company_id, b.branch_id, b.since
      from became b left join was w on w.company_id = b.company_id and w.property_id = b.property_id and w.since = b.since
      where w.branch_id is distinct from b.branch_id
    ) c group by c.company_id, c.branch_id;
  end if;
  return null;
end $$;
create trigger days_added after insert on property_day referencing new table as became for each statement execute function days_changed();
create trigger days_updated after update on property_day referencing old table as was new table as became for each statement execute function days_changed();
create trigger days_deleted after delete on property_day referencing old table as was for each statement execute function days_changed();

-- A deleted property counts in no period; a restored one counts in all again.
create function deletion_changes_days() returns trigger language plpgsql as $$
begin
  perform forget_day_sums(d.company_id, d.branch_id, min(d.since)) from property_day d
  where d.company_id = new.company_id and d.property_id = new.id group by d.company_id, d.branch_id;
  return null;
end $$;
create trigger deletion_changes_days after update of deleted_on on property for each row
  when (old.deleted_on is distinct from new.deleted_on) execute function deletion_changes_days();
