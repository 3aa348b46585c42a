-- Names, addresses, telephone numbers and e-mail addresses are one line. Imports stored line breaks in them, and a response with such a
-- text is refused by its contract. Like `oneLine` in domain/common/one-line.ts.
create or replace function as_line(value text) returns text language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(
    regexp_replace(value, '(_x00[01][0-9A-Fa-f]_|[\u0009-\u000d\u0085\u2028\u2029])+', ' ', 'g'),
    '[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]', '', 'g'))
$$;
