-- Counting the rows with errors of a file, and listing them for the download, must not read all rows of the file.
create index import_row_with_error on import_row (company_id, file_id, row_no) where decision = 'error' or left_out is not null;
