-- The day an entry of the record counts for: the one it names, else the London day on which it was written.
create or replace function day_named(data jsonb) returns date language sql immutable parallel safe as
$$ select make_date(left(data ->> 'on', 4)::int, substr(data ->> 'on', 6, 2)::int, substr(data ->> 'on', 9, 2)::int) $$;
