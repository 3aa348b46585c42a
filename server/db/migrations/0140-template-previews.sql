-- Who previewed which text of an automatic template on a real sale: "a person switches one on after a preview on a real sale" (day design,
-- section 4).
create table template_preview (
  company_id uuid not null,
  template_id uuid not null,
  number int not null,
  user_id uuid not null,
  property_id uuid not null,
  at timestamptz not null,
  primary key (company_id, template_id, number, user_id),
  foreign key (company_id, template_id, number) references message_template_text (company_id, template_id, number)
    on delete cascade
);
