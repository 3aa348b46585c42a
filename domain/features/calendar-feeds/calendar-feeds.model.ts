import { z } from 'zod'
import { Id, Timestamp } from '../../common/wire.ts'

/** What a feed can show (connect.md §5.1). */
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
  error: ({ input }) => `A feed has no dates of the kind “${String(input).slice(0, 40)}”.`,
})

/** A calendar feed as its owner and their company admins see it; the address is known only when the feed is made. */
export const CalendarFeed = z.object({
  _id: Id,
  name: z.string(),
  kinds: z.array(FeedKind),
  /** Only sales that the owner progresses. */
  mine: z.boolean(),
  /** Null: all branches that the owner reaches. */
  branchIds: z.array(Id).nullable(),
  createdOn: Timestamp,
  /** Accurate to ten minutes; null if no calendar has read it yet. */
  lastReadOn: Timestamp.nullable(),
})
