-- Finds out whether a file of an e-mail is in a customer check.
create index customer_check_file_by_content on customer_check_file (company_id, sha256);
