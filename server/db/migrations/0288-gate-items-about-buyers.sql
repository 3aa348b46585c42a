-- Whether a check before acceptance is about the buyer: then the evidence of an earlier offer serves no later one. True also for items of
-- older archives. Until now the title decided.
alter table gate_item add column about_buyer boolean not null default true;
update gate_item set about_buyer = title ~* 'buyer|purchaser';
update gate_sale set items = (
  select coalesce(jsonb_agg(i.item || jsonb_build_object('aboutBuyer', i.item ->> 'title' ~* 'buyer|purchaser') order by i.n), '[]')
  from jsonb_array_elements(items) with ordinality i (item, n));
