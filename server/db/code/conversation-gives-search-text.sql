-- needs: conversation_search_text
-- Also at the end of the statement that inserts both, in which the trigger above does not see the conversation.
create or replace function conversation_gives_search_text() returns trigger language plpgsql as $$
begin
  update conversation_sale s set search_text = conversation_search_text(s.note, new.note)
  where s.company_id = new.company_id and s.conversation_id = new.id
    and s.search_text <> conversation_search_text(s.note, new.note);
  return null;
end $$;
create or replace trigger conversation_gives_search_text after insert on conversation
  for each row when (new.note <> '') execute function conversation_gives_search_text();
create or replace trigger conversation_changes_search_text after update of note on conversation
  for each row when (old.note <> new.note) execute function conversation_gives_search_text();
