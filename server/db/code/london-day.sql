create or replace function london_day(at timestamptz) returns date language sql immutable parallel safe as
$$ select (at at time zone 'Europe/London')::date $$;
