-- What a firm does. Pickers of solicitors list solicitors, pickers of brokers list brokers; both list what is unknown.
alter table company_contact
  add column type text not null default 'unknown' check (type in ('solicitor', 'broker', 'unknown'));
