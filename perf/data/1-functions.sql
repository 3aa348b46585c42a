-- A pseudo-random number that depends only on the arguments, so that builds are reproducible.

create function bench_chance(i bigint, salt int) returns float8 language sql immutable parallel safe
  return (hashint8extended(i, salt) & 16777215) / 16777216.0::float8;

create function bench_between(i bigint, salt int, low int, high int) returns int language sql immutable parallel safe
  return low + floor(bench_chance(i, salt) * (high - low + 1))::int;

-- An id that increases with the instant, like a UUIDv7. In a copy the last four digits are the company's (copy-companies.ts).
create function bench_id(at timestamptz, i bigint, salt int) returns uuid language sql immutable parallel safe
  return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(i || '/' || salt), 1, 3)
          || '8' || substr(md5(i || '/' || salt), 4, 11) || '0000')::uuid;

create function bench_pick(i bigint, salt int, choices text[]) returns text language sql immutable parallel safe
  return choices[bench_between(i, salt, 1, array_length(choices, 1))];

-- The keys and indexes of a table, dropped while it is filled and recreated afterwards.
create unlogged table bench_aside (place int generated always as identity, of regclass, put_back text);

create procedure bench_lay_aside(tab regclass) language plpgsql as $$
declare one record;
begin
  -- Includes keys to which other tables refer; foreign keys are dropped first and recreated last.
  for one in select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop_it,
                    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as put_back
             from pg_constraint where conrelid = tab and contype in ('p', 'u', 'f') or confrelid = tab and contype = 'f' order by contype loop
    insert into bench_aside (of, put_back) values (tab, one.put_back);
    execute one.drop_it;
  end loop;
  for one in select format('drop index %s', indexrelid::regclass) as drop_it, pg_get_indexdef(indexrelid) as put_back
             from pg_index where indrelid = tab loop
    insert into bench_aside (of, put_back) values (tab, one.put_back);
    execute one.drop_it;
  end loop;
end $$;

create procedure bench_put_back(tab regclass) language plpgsql as $$
declare one record;
begin
  for one in select put_back from bench_aside where of = tab order by put_back like '%FOREIGN KEY%', place loop
    execute one.put_back;
  end loop;
end $$;
