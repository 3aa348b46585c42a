create or replace function month_of(day date) returns date language sql immutable parallel safe as
$$ select day - extract(day from day)::int + 1 $$;
