-- When the last attempt of an import job failed; null: the job is waiting or running, or has succeeded.
alter table import add column job_failed_on timestamptz;
