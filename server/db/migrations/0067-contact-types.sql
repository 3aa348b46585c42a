-- Type of a firm. Pickers of solicitors list solicitors, pickers of brokers list brokers; both list unknown types.
alter table company_contact
  add column type text not null default 'unknown' check (type in ('solicitor', 'broker', 'unknown'));
