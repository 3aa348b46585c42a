-- Once it has been read, a file replaces those of its name in the import, and their other uses.
alter table import_file add column replaces boolean not null default false;
-- The file whose rows it uses as another kind; that file may have been removed.
alter table import_file add column copy_of uuid;
update import_file c set copy_of = f.id
from import_file f
where f.company_id = c.company_id and f.import_id = c.import_id and f.id <> c.id and f.sha256 = c.sha256 and f.ordinal < c.ordinal
  and c.name in (f.name || ' (sales)', f.name || ' (viewings)', f.name || ' (notes)');
