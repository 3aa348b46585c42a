-- Domains to which a company allows reports and documents to be e-mailed; empty: any domain.
alter table company add column recipient_domains text[] not null default '{}';
