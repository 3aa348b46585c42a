-- Processes of the previous version, which compute the digest without the author, do not seal any more.
create or replace function refuse_earlier_sealers() returns trigger language plpgsql as $$
begin
  raise exception 'entries are sealed with their authors since version 0340';
end $$;
create or replace trigger event_seal_has_author before insert on event_seal for each statement
  when (current_setting('gya.sealing', true) is distinct from 'with-author'
    and current_setting('gya.restoring', true) is distinct from 'on')
  execute function refuse_earlier_sealers();
