-- Day reads what a person has settled from the events of the day.
drop table action_item_settled;
