-- needs: conversation_search_text
create or replace function conversation_sale_takes_search_text() returns trigger language plpgsql as $$
begin
  select p.branch_id into new.branch_id from property p where p.company_id = new.company_id and p.id = new.property_id;
  new.search_text := conversation_search_text(new.note,
    (select c.note from conversation c where c.company_id = new.company_id and c.id = new.conversation_id));
  return new;
end $$;
create or replace trigger conversation_sale_takes_search_text before insert or update of note on conversation_sale
  for each row execute function conversation_sale_takes_search_text();
