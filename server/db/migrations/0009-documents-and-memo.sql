-- Files of a property. The content is in the file store under the id in `file`; the name is stored as uploaded.
create table document (
  company_id uuid not null,
  id uuid not null,
  property_id uuid not null,
  note text not null default '' check (length(note) <= 1000),
  file uuid not null,
  file_name text not null check (length(file_name) between 1 and 255),
  content_type text not null,
  bytes int not null check (bytes > 0),
  createdon timestamptz not null,
  created_by uuid references app_user (id),
  version int not null default 1,
  updatedon timestamptz,
  updated_by uuid references app_user (id),
  primary key (company_id, id),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
);
create index document_by_property on document (company_id, property_id, createdon desc, id desc);
create unique index document_by_file on document (file);

-- Texts of a memorandum of sale in addition to the property's data. A custom text replaces a name.
create table memo (
  company_id uuid not null,
  property_id uuid not null,
  remarks text not null default '' check (length(remarks) <= 5000),
  buyer_custom text not null default '' check (length(buyer_custom) <= 500),
  seller_custom text not null default '' check (length(seller_custom) <= 500),
  agents_contact text not null default '' check (length(agents_contact) <= 500),
  version int not null default 1,
  createdon timestamptz not null,
  updatedon timestamptz,
  updated_by uuid references app_user (id),
  primary key (company_id, property_id),
  foreign key (company_id, property_id) references property (company_id, id) on delete cascade
);

-- A message about a property. `delivered` are the recipients that have received it, `refused` those that were refused, with the reason; all
-- others are retried, so that nobody gets it twice.
alter table mail
  add column property_id uuid,
  add column sent_by uuid references app_user (id),
  add column cc text[] not null default '{}',
  add column bcc text[] not null default '{}',
  add column delivered text[] not null default '{}',
  add column refused jsonb not null default '{}',
  add foreign key (company_id, property_id) references property (company_id, id) on delete cascade,
  add constraint property_of_a_company check (property_id is null or company_id is not null);
create index mail_by_property on mail (company_id, property_id, createdon desc, id desc) where property_id is not null;

-- The attachments of a message: ids of files that are read from the file store when it is sent.
create table mail_attachment (
  company_id uuid not null,
  mail_id uuid not null references mail (id) on delete cascade,
  file uuid not null,
  file_name text not null,
  content_type text not null,
  bytes int not null,
  primary key (company_id, mail_id, file)
);
create index mail_attachment_by_mail on mail_attachment (mail_id);
create index mail_attachment_by_file on mail_attachment (file);
