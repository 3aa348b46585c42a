-- Both served databases from before version 0.1.0.
drop table action_item_fill;
alter table company drop column days_kept_since;
