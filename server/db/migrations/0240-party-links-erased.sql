-- A link whose party was erased ends at once.
alter table party_link drop constraint party_link_ended_because_check;
alter table party_link add constraint party_link_ended_because_check check (
  ended_because in ('revoked', 'fell-off', 'completed', 'deleted', 'email-changed', 'replaced', 'expired', 'erased')
);
