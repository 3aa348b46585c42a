-- A leaver is deactivated: account and record stay, sessions end, and the account can be reactivated. `invitation_mail` is the last
-- invitation, while the account waits for its own password. No foreign key, because mails are swept.
alter table app_user
  add column deactivated_on timestamptz,
  add column invited_on timestamptz,
  add column invitation_mail uuid;
update app_user set invited_on = createdon where type <> 'VENDOR' and (password_reset or not activated);

-- Whether an administrator of the company must approve when a branch admin adds somebody of another branch.
alter table company add column confirm_colleagues boolean not null default false;

-- Pending requests for that approval. The row is deleted on approval or refusal; the record contains the decision.
create table join_request (
  company_id uuid not null,
  id uuid not null,
  branch_id uuid not null,
  user_id uuid not null references app_user (id),
  asked_by uuid not null references app_user (id),
  asked_on timestamptz not null,
  primary key (company_id, id),
  unique (company_id, branch_id, user_id),
  foreign key (company_id, branch_id) references branch (company_id, id)
);

-- To hand over somebody's sales.
create index property_by_staff on property (company_id, b_staff) where b_staff is not null and deleted_on is null;
