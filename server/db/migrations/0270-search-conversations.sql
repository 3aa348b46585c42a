-- The palette also finds what was noted of conversations (docs/decisions/0053-search.md).
create index conversation_search on conversation using gin (company_id, note gin_trgm_ops) where note <> '';
create index conversation_sale_search on conversation_sale using gin (company_id, note gin_trgm_ops) where note <> '';
