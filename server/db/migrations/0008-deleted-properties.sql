-- A property is deleted for 30 days, and what can be brought back is looked for by when it was deleted.
create index property_by_deletion on property (deleted_on) where deleted_on is not null;

-- A property that is withdrawn waits for nothing: its row for the lists carries no warnings.
update property_report set warning_dates = '{}' where not active and warning_dates <> '{}';
