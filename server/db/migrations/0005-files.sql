-- Files are in the file store; rows that refer to one (a logo, an avatar, a document) have its id in a column. A row of this table is a
-- file without a reference: its save has not committed yet, or it was replaced or deleted. The row is written before the file, and deleted
-- in the transaction that refers to the file. After any failure, even of the machine, the row remains, and the file can be found and
-- removed. It belongs to no company.
create table loose_file (
  id uuid primary key,
  kind text not null check (kind in ('picture', 'original')),
  since timestamptz not null,
  discarded boolean not null
);
create index loose_file_by_since on loose_file (since);
