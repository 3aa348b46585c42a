-- Drafts of assistants: docs/design/open.md section 3.2. Which grant wrote the draft of an update; null: a person. The grant may be gone.
alter table vendor_update add column grant_id uuid;
