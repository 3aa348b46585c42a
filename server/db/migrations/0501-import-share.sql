-- Among whom an import shares the sales without a progressor, by which rule, and whom it chose last: seat §6.18.
alter table import add column share jsonb;
