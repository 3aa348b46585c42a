-- The expected fee of `calculateFees` (domain/features/management-info/fees.ts): rounded half-up once, from the exact fee. Amounts in
-- pence, `percent` in thousandths of a percent, `deduction` in hundredths.
create or replace function expected_fee(fee_type smallint, fixed_fee bigint, percent int, price bigint, deduction int)
returns bigint language sql immutable as $$
  select case when fee_type = 1 then floor((2::numeric * fixed_fee * (10000 - coalesce(deduction, 0)) + 10000) / 20000)
    else floor((2::numeric * price * percent * (10000 - coalesce(deduction, 0)) + 1000000000) / 2000000000) end::bigint
$$;
