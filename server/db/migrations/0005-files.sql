-- Files lie in the file store; what refers to one (a logo, an avatar, a document) keeps its id in its own column.
-- A row here is a file that nothing refers to: one whose save has not committed yet, or one that was replaced or deleted.
-- It is written before the file is, and goes with the transaction that refers to the file; so whatever fails, even the
-- machine, leaves a row behind by which the file is found and removed. It belongs to nobody, so it carries no company.
create table loose_file (
  id uuid primary key,
  kind text not null check (kind in ('picture', 'original')),
  since timestamptz not null,
  discarded boolean not null
);
create index loose_file_by_since on loose_file (since);
