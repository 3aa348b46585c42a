create or replace function conversation_search_text(sale_note text, note text) returns text language sql immutable parallel safe
  return search_fold(concat_ws(' ', nullif(sale_note, ''), nullif(note, '')));
