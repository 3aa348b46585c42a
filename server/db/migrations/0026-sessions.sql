-- When a session was last used, when its user last confirmed their identity, and when it ends at the latest.
alter table session add column last_on timestamptz;
alter table session add column confirmed_on timestamptz;
alter table session add column absolute_end timestamptz;
update session set last_on = createdon, confirmed_on = createdon, absolute_end = createdon + interval '30 days',
  expires_on = least(expires_on, createdon + interval '30 days');
alter table session alter column last_on set not null;
alter table session alter column confirmed_on set not null;
alter table session alter column absolute_end set not null;
alter table session add constraint session_ends check (expires_on <= absolute_end);

-- Idle limit of the sessions of a company's staff, in hours.
alter table company add column session_idle_hours int not null default 12 check (session_idle_hours between 1 and 336);

-- A new e-mail address that has not been confirmed yet; the current one stays in force.
alter table app_user add column pending_email text check (pending_email = lower(pending_email));
