create or replace function note_takes_branch() returns trigger language plpgsql as $$
begin
  select p.branch_id into new.branch_id from property p where p.company_id = new.company_id and p.id = new.property_id;
  return new;
end $$;
create or replace trigger note_takes_branch before insert on note for each row execute function note_takes_branch();
