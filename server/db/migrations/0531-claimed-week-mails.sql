-- When a run began to make the pages. It is not made twice; ten minutes later it counts as lost.
alter table week_mail add column claimed_on timestamptz;

-- Of whom an import chose last, the id only: names are not kept in it.
update import set share = jsonb_set(share, '{last}', share -> 'last' -> '_id') where share -> 'last' ? '_id';
