-- Windows of a week limit slow guessing, so a crash must not lose them.
alter table rate_limit set logged;
