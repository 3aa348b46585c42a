-- Snoozes of deleted sales, deleted alone or with their branch: deleting their action items deletes the snoozes. Restoring a sale restores
-- them.
create table deleted_snooze (
  company_id uuid not null,
  subject_id uuid not null,
  key text not null,
  until timestamptz not null,
  reason text not null,
  conversation_id uuid,
  attempts smallint not null,
  set_by uuid not null,
  set_on timestamptz not null,
  primary key (company_id, subject_id, key),
  foreign key (company_id, subject_id) references property (company_id, id) on delete cascade
);
