-- The palette's search in one branch reads the hits of that branch, not those of the whole company (docs/decisions/0053-search.md).

-- A note has the branch of its property, which never changes. Filled here, so that processes of the previous version can write notes during
-- a rolling restart.
alter table note add column branch_id uuid;
create function note_takes_branch() returns trigger language plpgsql as $$
begin
  select p.branch_id into new.branch_id from property p where p.company_id = new.company_id and p.id = new.property_id;
  return new;
end $$;
create trigger note_takes_branch before insert on note for each row execute function note_takes_branch();

-- Without the index of the texts while every row is written.
drop index note_search;
update note n set branch_id = p.branch_id from property p where p.company_id = n.company_id and p.id = n.property_id;
create index note_search on note using gin (company_id, branch_id, message gin_trgm_ops);
create index note_newest_of_branch on note (company_id, branch_id, id);

drop index property_search_text;
create index property_search_text on property_search using gin (company_id, branch_id, search_text gin_trgm_ops);

-- Finds the vendors of a branch without reading its properties.
drop index property_by_branch;
create index property_by_branch on property (company_id, branch_id) include (owner_id) where deleted_on is null;

-- The third part of the view branch_reach, which read all accounts.
create index app_user_in_every_branch on app_user (company_id) where all_branches or type = 'COMPANY_ADMIN';
