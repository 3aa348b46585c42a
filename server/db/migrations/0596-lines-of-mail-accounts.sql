-- What a list shows on one line.
alter table mail_account add constraint mail_account_lines
  check (is_line(name) and is_line(user_name) and is_line(tenant) and is_line(client_id));
