import { z } from 'zod'
import { TextSearch } from '../../common/paging.ts'
import { companyParams } from '../../common/scope-params.ts'
import { Id, Ids, Timestamp } from '../../common/wire.ts'
import { endpoint, liveSubjects } from '../../endpoint.ts'
import { actionItemGroups } from './action-item.model.ts'

export const Group = z.enum(actionItemGroups, 'Unknown group.')

export const GroupCounts = z.record(Group, z.int())

export const TodayCounts = z.object({
  now: z.int(),
  waiting: z.int(),
  /** The sum is `now`. */
  groups: GroupCounts,
  /** When the next snoozed item returns. */
  nextWaiting: Timestamp.nullable(),
  /** Number of open sales of the person or branch. */
  sales: z.int(),
})
export type TodayCounts = z.infer<typeof TodayCounts>

const groupsAsked = z
  .string()
  .max(200, 'Choose fewer.')
  .refine((text) => text.split(',').every((group) => Group.safeParse(group).success), 'Unknown group.')

export const todayFilters = {
  /** A user's id, `me` (default), `nobody`, or `all` of one branch. */
  who: z.union([z.enum(['me', 'nobody', 'all']), Id], 'Use me, nobody, all or an id.').optional(),
  branchIds: Ids.optional(),
  groups: groupsAsked.optional(),
  searchText: TextSearch,
}

export const readTodayCounts = endpoint({
  method: 'GET',
  path: '/today/:companyId/counts',
  permission: 'day.view',
  liveFor: liveSubjects,
  readsFromStandby: true,
  summary: 'Count the action items that are due now and waiting.',
  params: companyParams,
  query: z.strictObject(todayFilters),
  response: TodayCounts,
})
