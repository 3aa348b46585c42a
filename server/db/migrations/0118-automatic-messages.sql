-- An event of a sale whose automatic messages are waiting. `occasion`: the offer of the sale.
create table automatic_waiting (
  company_id uuid not null,
  property_id uuid not null,
  event text not null,
  occasion uuid not null,
  send_after timestamptz not null,
  primary key (company_id, property_id, event),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
);
create index automatic_waiting_by_time on automatic_waiting (send_after);

-- Nobody gets the same automatic message about a sale twice.
create table automatic_sent (
  company_id uuid not null,
  template_id uuid not null,
  property_id uuid not null,
  party_ref text not null,
  occasion uuid not null,
  mail_id uuid not null,
  primary key (company_id, template_id, property_id, party_ref, occasion),
  foreign key (company_id, template_id) references message_template (company_id, id) on delete cascade,
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
);
