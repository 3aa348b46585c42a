-- Who saved a company or a branch last, and when: what a save with an old version is told.
alter table company add column updatedon timestamptz, add column updated_by uuid references app_user (id);
alter table branch add column updatedon timestamptz, add column updated_by uuid references app_user (id);
