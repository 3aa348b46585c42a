-- Lists and the report can be sorted by the completion date of the survey "Mortgage valuations", like by every other step.
alter table property_report add column step_6 date;
update property_report r set step_6 = s.completed_on
from property_step s
where s.company_id = r.company_id and s.property_id = r.property_id and s.key = 6 and s.completed_on is not null;

-- The index has reached the maximum number of columns.
drop index property_report_choose;
create index property_report_choose on property_report (company_id, phase, taken_on) include
  (property_id, branch_id, b_staff, chain, address_sort, progress, furthest_step, offer_accepted, contract_end, asking_price, agreed_price,
   agency_fee_percent, expected_fee, surveys_sort,
   step_6, step_22, step_23, step_24, step_25, step_26, step_27, step_28, step_29, step_30, step_31, step_32, step_33, step_34, step_35);
