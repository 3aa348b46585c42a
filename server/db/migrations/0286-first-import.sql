-- The first import of a property: Today counts the silence of a sale that was agreed before it from that day, and its entries are no news.
create index event_imported on event (company_id, property_id, at) where kind = 'imported';
