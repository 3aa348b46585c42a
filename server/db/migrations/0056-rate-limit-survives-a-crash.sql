-- Windows of a week count against slow guessing: a crash must not forget them.
alter table rate_limit set logged;
