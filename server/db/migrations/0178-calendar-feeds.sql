-- Calendar feeds (connect design, section 5). The address contains a token of 256 random bits, of which only the SHA-256 is stored. Looked
-- up by the token, before the company is known.
create table calendar_feed (
  company_id uuid not null references company (id),
  id uuid not null,
  user_id uuid not null references app_user (id),
  name text not null check (length(name) between 1 and 60),
  token_hash bytea not null check (length(token_hash) = 32),
  kinds text[] not null check (
    cardinality(kinds) > 0 and kinds <@ array['viewing', 'survey', 'completion', 'contract-end', 'notice-end']
  ),
  -- Only sales that the owner progresses.
  mine boolean not null,
  -- Null: all branches in the owner's scope.
  branch_ids uuid[] check (cardinality(branch_ids) > 0),
  createdon timestamptz not null,
  last_read_on timestamptz,
  revoked_on timestamptz,
  primary key (company_id, id),
  unique (token_hash)
);
create index calendar_feed_of_user on calendar_feed (company_id, user_id) where revoked_on is null;

-- The dates of a feed. Viewings use viewing_by_day.
create index property_step_by_survey_date on property_step (company_id, survey_date) where survey_date is not null;
create index property_by_completion_date on property (company_id, completion_date) where completion_date is not null;
create index property_by_contract_end on property (company_id, c_signed_end_date) where c_signed_end_date is not null;
create index property_by_notice_end on property (company_id, notice_end) where notice_end is not null;
