-- How reliably steps are recorded, by branch and step: rows of group, key, recorded, missing, late. Decision 86.
alter table learned_run add column entries jsonb not null default '[]';
-- Sales that exchanged before they were recorded, from files that state no falls.
alter table learned_run add column sales_without_falls integer not null default 0;
-- A running learning: the sales that it has read, and how many there are.
create table learning_progress (
  company_id uuid primary key references company (id) on delete cascade,
  sales_read integer not null,
  sales integer not null
);
