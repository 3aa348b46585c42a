-- Since when a job sends the invitations of an import's vendors; null: none does.
alter table import add column inviting_since timestamptz;
