import { z } from 'zod'
import { Id, Timestamp } from '../../common/wire.ts'

/** Kinds of dates that a feed can contain ([connect §5.1](docs/design/connect.md#5.1)). */
export const feedKinds = ['viewing', 'survey', 'completion', 'contract-end', 'notice-end'] as const
export type FeedKind = (typeof feedKinds)[number]

export const feedKindLabels: Record<FeedKind, string> = {
  viewing: 'Viewings',
  survey: 'Surveys',
  completion: 'Completions',
  'contract-end': 'Contract ends',
  'notice-end': 'Notice ends',
}

export const FeedKind = z.enum(feedKinds, {
  error: ({ input }) => `Unknown kind of date “${String(input).slice(0, 40)}”.`,
})

/** A calendar feed as shown to its owner and to company admins. Only the response that creates it contains the address. */
export const CalendarFeed = z.object({
  _id: Id,
  name: z.string(),
  kinds: z.array(FeedKind),
  /** Only sales that the owner progresses. */
  mine: z.boolean(),
  /** `null`: all branches in the owner's scope. */
  branchIds: z.array(Id).nullable(),
  createdOn: Timestamp,
  /** Accurate to ten minutes. `null` if no calendar has read it yet. */
  lastReadOn: Timestamp.nullable(),
})
