-- The inspector's file is made as exports of a company are: docs/design/sale-file.md section 2.3.
alter table company_export
  add column kind text not null default 'archive' check (kind in ('archive', 'checks')),
  add column options jsonb not null default '{}';
