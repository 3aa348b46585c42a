-- Names, addresses, telephone numbers and e-mail addresses are one line. Imports stored line breaks in them, and a response with such a
-- text is refused by its contract. Like `oneLine` in domain/common/one-line.ts.
create function as_line(value text) returns text language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(
    regexp_replace(value, '(_x00[01][0-9A-Fa-f]_|[\u0009-\u000d\u0085\u2028\u2029])+', ' ', 'g'),
    '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]', '', 'g'))
$$;

create function is_line(value text) returns boolean language sql immutable parallel safe as $$
  select value is null or value !~ '[\u0001-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]'
$$;

do $$
declare
  of_table record;
  name text;
begin
  for of_table in
    select * from (values
      ('app_user', '{first_name,last_name,email,tel}'::text[]),
      ('company', '{name,tel,line1,line2,town,county,country,postcode}'),
      ('branch', '{name,tel,email,line1,line2,town,county,country,postcode}'),
      ('property', '{line1,line2,town,county,country,postcode,buyer_name,buyer_email,buyer_tel}'),
      ('property_additional_contact', '{first_name,last_name,email,tel}'),
      ('company_contact', '{name,email,tel,line1,line2,town,county,country,postcode}'),
      ('company_contact_poc', '{name,email,tel}'),
      ('offer', '{name,email,tel}'),
      ('viewing', '{name,email,tel}'),
      ('fall_off', '{buyer_name}'),
      ('chain_item', '{agent_name,agent_tel,solicitor_name,solicitor_tel,property_name,person_name}'),
      ('conversation', '{party_name,firm_name}'),
      ('party_link', '{name,email}'),
      ('property_step', '{title}'),
      ('task', '{title}'),
      ('task_template', '{title}'),
      ('lender', '{name}'),
      ('fall_off_reason', '{name}')
    ) as t (table_name, names)
  loop
    foreach name in array of_table.names loop
      -- A name of nothing but such characters becomes "?", because several tables refuse an empty one.
      execute format(
        'update %1$I set %2$I = coalesce(nullif(as_line(%2$I), ''''), case when %3$L then ''?'' else '''' end) where not is_line(%2$I) or %2$I ~ ''_x000[ADad]_''',
        of_table.table_name, name, name ~ 'name|title|line1');
    end loop;
    execute format('alter table %I add constraint %I check (%s)', of_table.table_name, of_table.table_name || '_lines',
      (select string_agg(format('is_line(%I)', n), ' and ') from unnest(of_table.names) n));
  end loop;
end $$;

-- The rows of lists that are derived from these texts.
update property_report r set line1 = p.line1, postcode = p.postcode, address_sort = as_line(r.address_sort)
from property p where p.company_id = r.company_id and p.id = r.property_id and (r.line1 <> p.line1 or r.postcode <> p.postcode);
update property_search set address_sort = as_line(address_sort) where not is_line(address_sort);
update property_report set buyer_solicitor = as_line(buyer_solicitor) where not is_line(buyer_solicitor);
update property_report set vendor_solicitor = as_line(vendor_solicitor) where not is_line(vendor_solicitor);
