-- Counts tries under a key in a window of so many minutes; answers how many there are now and since when. A window that is
-- over begins anew; so does one that begins further ahead than it is long, which a clock that was put right leaves behind.
create or replace function count_try(of_key text, moment timestamptz, minutes int, more int)
returns table (tries int, window_started timestamptz) language sql as $$
  insert into rate_limit as r (key, window_started, tries) values (of_key, moment, more)
  on conflict (key) do update set
    tries = case when r.window_started > moment - make_interval(mins => minutes)
      and r.window_started <= moment + make_interval(mins => minutes) then r.tries + more else more end,
    window_started = case when r.window_started > moment - make_interval(mins => minutes)
      and r.window_started <= moment + make_interval(mins => minutes) then r.window_started else moment end
  returning r.tries, r.window_started
$$;
