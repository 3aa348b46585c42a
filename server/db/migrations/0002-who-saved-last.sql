-- Who last saved a company or a branch, and when: reported to saves with a stale version.
alter table company add column updatedon timestamptz, add column updated_by uuid references app_user (id);
alter table branch add column updatedon timestamptz, add column updated_by uuid references app_user (id);
