-- The expected fee of `feesOf` (domain/features/management-info/management-info.rules.ts): rounded half-up once, from the exact fee. Amounts in
-- pence, `percent` in thousandths of a percent, `deduction` in hundredths.
create function expected_fee(fee_type smallint, fixed_fee bigint, percent int, price bigint, deduction int)
returns bigint language sql immutable as $$
  select case when fee_type = 1 then floor((2::numeric * fixed_fee * (10000 - coalesce(deduction, 0)) + 10000) / 20000)
    else floor((2::numeric * price * percent * (10000 - coalesce(deduction, 0)) + 1000000000) / 2000000000) end::bigint
$$;

-- Rows of today that were rounded twice. Figures of past days stay unchanged.
with fee as (
  select r.company_id, r.property_id, expected_fee(p.agency_fee_type, p.agency_fee, p.agency_fee_percent,
    coalesce(r.agreed_price, r.asking_price),
    case when b.use_branch_deduction then b.fee_deduction else c.fee_deduction end) as expected
  from property_report r
  join property p on p.company_id = r.company_id and p.id = r.property_id
  join branch b on b.company_id = p.company_id and b.id = p.branch_id
  join company c on c.id = p.company_id
  where r.agency_fee is not null
), report as (
  update property_report r set expected_fee = fee.expected from fee
  where r.company_id = fee.company_id and r.property_id = fee.property_id and r.expected_fee is distinct from fee.expected
)
update property_day d set expected_fee = fee.expected from fee
where d.company_id = fee.company_id and d.property_id = fee.property_id and d.until = 'infinity'
  and d.expected_fee is distinct from fee.expected;
