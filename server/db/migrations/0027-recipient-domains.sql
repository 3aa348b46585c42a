-- To which domains a company lets reports and documents be e-mailed; none listed: to any.
alter table company add column recipient_domains text[] not null default '{}';
