-- Whether readers may e-mail reports to addresses outside the company.
alter table company add column readers_mail_outside boolean not null default false;
