-- When the company's administrators were told what was done in the access. Null until it has ended.
alter table support_access add column reported_on timestamptz;
update support_access set reported_on = least(ends_on, ended_on) where least(ends_on, ended_on) < now();
create index support_access_unreported on support_access (ends_on) where opened_on is not null and reported_on is null;
