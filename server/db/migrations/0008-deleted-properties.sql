-- Deleted properties can be restored for 30 days; they are found by the time of their deletion.
create index property_by_deletion on property (deleted_on) where deleted_on is not null;

-- Withdrawn properties have no warnings in lists.
update property_report set warning_dates = '{}' where not active and warning_dates <> '{}';
