-- "Required: passwords of these domains open nothing": sessions opened by other means end when the provider becomes required.
alter table session_log drop constraint session_log_ended_because_check;
alter table session_log add constraint session_log_ended_because_check check (ended_because in
  ('signed-out', 'replaced', 'ended', 'ended-by-administrator', 'password', 'email', 'account-ended', 'expired', 'factors-reset',
   'provider-required'));
