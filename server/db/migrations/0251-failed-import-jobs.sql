-- When the last attempt of the job of an import ended with an error; null: the job waits, runs, or has ended well.
alter table import add column job_failed_on timestamptz;
