-- Items of jobs that failed: when they are tried again, and those that are tried no more. `key` contains ids, `error` no values.
create table job_failure (
  job text not null check (length(job) between 1 and 60),
  key text not null check (length(key) between 1 and 120),
  company_id uuid,
  failures int not null check (failures >= 0),
  next_try timestamptz not null,
  -- Set while the item is tried again. A process that ends meanwhile leaves it, and its try counts as a failure.
  running_since timestamptz,
  error text not null check (length(error) <= 200),
  first_failed timestamptz not null,
  last_failed timestamptz not null,
  primary key (job, key)
);
create index job_failure_stuck on job_failure (first_failed) where failures >= 10;
create index job_failure_company on job_failure (company_id) where company_id is not null;
create index job_failure_last on job_failure (last_failed);
