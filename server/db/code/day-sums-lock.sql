-- Taken exclusively by the job and shared by changes of past days, so that no sum of a state before such a change remains.
create or replace function day_sums_lock(of_branch uuid) returns bigint language sql immutable parallel safe as
$$ select hashtextextended('property_day_sum ' || of_branch, 0) $$;
