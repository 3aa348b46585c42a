-- The palette also finds notes of conversations (docs/decisions/0053-search.md). The row of a conversation and a sale has the note about
-- the sale and the note about all sales, in lower case, and the branch of the sale, so that one index answers the search in a branch.
alter table conversation_sale add column branch_id uuid, add column search_text text not null default '';

create function conversation_search_text(sale_note text, note text) returns text language sql immutable parallel safe
  return lower(concat_ws(' ', nullif(sale_note, ''), nullif(note, '')));

create function conversation_sale_takes_search_text() returns trigger language plpgsql as $$
begin
  select p.branch_id into new.branch_id from property p where p.company_id = new.company_id and p.id = new.property_id;
  new.search_text := conversation_search_text(new.note,
    (select c.note from conversation c where c.company_id = new.company_id and c.id = new.conversation_id));
  return new;
end $$;
create trigger conversation_sale_takes_search_text before insert or update of note on conversation_sale
  for each row execute function conversation_sale_takes_search_text();

-- Also at the end of the statement that inserts both, in which the trigger above does not see the conversation.
create function conversation_gives_search_text() returns trigger language plpgsql as $$
begin
  update conversation_sale s set search_text = conversation_search_text(s.note, new.note)
  where s.company_id = new.company_id and s.conversation_id = new.id
    and s.search_text <> conversation_search_text(s.note, new.note);
  return null;
end $$;
create trigger conversation_gives_search_text after insert on conversation
  for each row when (new.note <> '') execute function conversation_gives_search_text();
create trigger conversation_changes_search_text after update of note on conversation
  for each row when (old.note <> new.note) execute function conversation_gives_search_text();

update conversation_sale s set branch_id = p.branch_id, search_text = conversation_search_text(s.note, c.note)
from property p, conversation c
where p.company_id = s.company_id and p.id = s.property_id and c.company_id = s.company_id and c.id = s.conversation_id;

create index conversation_sale_search on conversation_sale using gin (company_id, branch_id, search_text gin_trgm_ops)
  where search_text <> '';
create index conversation_sale_newest_of_branch on conversation_sale (company_id, branch_id, conversation_id) where search_text <> '';
