-- A step's due date that was moved by hand stands in place of the template's days while the step is open, with the reason.
alter table property_step
  add column due_on date,
  add column due_reason text,
  add constraint property_step_due_reason check ((due_on is null) = (due_reason is null)),
  add constraint property_step_due_open check (due_on is null or state in ('IP', 'B'));
