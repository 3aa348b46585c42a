-- A due date that was moved by hand, with the reason. It replaces the days of the template while the step is open.
alter table property_step
  add column due_on date,
  add column due_reason text,
  add constraint property_step_due_reason check ((due_on is null) = (due_reason is null)),
  add constraint property_step_due_open check (due_on is null or state in ('IP', 'B'));
