-- Chance that is the same every time: it depends on its arguments alone.

create function bench_chance(i bigint, salt int) returns float8 language sql immutable parallel safe
  return (hashint8extended(i, salt) & 16777215) / 16777216.0::float8;

create function bench_between(i bigint, salt int, low int, high int) returns int language sql immutable parallel safe
  return low + floor(bench_chance(i, salt) * (high - low + 1))::int;

-- An id that grows with the instant, as UUIDv7 does.
create function bench_id(at timestamptz, i bigint, salt int) returns uuid language sql immutable parallel safe
  return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(i || '/' || salt), 1, 3)
          || '8' || substr(md5(i || '/' || salt), 4, 15))::uuid;

create function bench_pick(i bigint, salt int, choices text[]) returns text language sql immutable parallel safe
  return choices[bench_between(i, salt, 1, array_length(choices, 1))];
