-- Number of months for which a company keeps its security events.
alter table company add column audit_months int not null default 24 check (audit_months between 12 and 84);
