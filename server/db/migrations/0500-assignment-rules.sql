-- How a branch chooses the progressor of a new sale: seat §5, domain/features/assignment. Existing branches choose nobody; new ones start with
-- the negotiator. An empty assign_among means everybody who works in the branch.
alter table branch
  add column assign_rule text not null default 'none' constraint branch_assign_rule check (assign_rule in ('none', 'negotiator', 'turn', 'load')),
  add column assign_among uuid[] not null default '{}' constraint branch_assign_among_at_most_20 check (cardinality(assign_among) <= 20),
  add column assign_last uuid;
