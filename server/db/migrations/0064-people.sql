-- Somebody who leaves is deactivated: account and record stay, sessions end, and they can be reactivated. `invitation_mail`
-- is the last invitation, while the account waits for its own password; mails are swept, so it is no reference.
alter table app_user
  add column deactivated_on timestamptz,
  add column invited_on timestamptz,
  add column invitation_mail uuid;
update app_user set invited_on = createdon where type <> 'VENDOR' and (password_reset or not activated);

-- Whether an administrator of the company confirms when a branch admin adds somebody of another branch.
alter table company add column confirm_colleagues boolean not null default false;

-- Who waits for that. Approved or declined, the row goes; the record says what was decided.
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

-- Whose sales are handed over.
create index property_by_staff on property (company_id, b_staff) where b_staff is not null and deleted_on is null;
