import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { FileResponse, Id, requiredLine, Success } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { CalendarFeed, FeedKind, feedKinds } from './calendar-feeds.model.ts'

/** Calendars by address (connect.md §5): one's own, and those of a company's members for its admins. */

const CalendarFeeds = z.object({ data: z.array(CalendarFeed) })

const isWithoutRepetition = (values: readonly string[]): boolean => new Set(values).size === values.length

export const listOwnFeeds = endpoint({
  method: 'GET',
  path: '/user/me/feeds',
  permission: 'feed.own',
  summary: 'Own calendar feeds, oldest first.',
  response: CalendarFeeds,
})

export const makeFeed = endpoint({
  method: 'POST',
  path: '/user/me/feeds',
  permission: 'feed.own',
  summary: 'Make a calendar feed. Only this answer has its address.',
  body: z.strictObject({
    name: requiredLine(60, 'a name'),
    kinds: z
      .array(FeedKind)
      .min(1, 'Choose what the calendar shows.')
      .max(feedKinds.length)
      .refine(isWithoutRepetition, 'Name each kind once.'),
    mine: z.boolean('Say yes or no.').default(false),
    branchIds: z.array(Id).min(1).max(1000).refine(isWithoutRepetition, 'Name each branch once.').nullable().default(null),
  }),
  response: CalendarFeed.extend({ address: z.string() }),
  returnsSecret: true,
})

export const endOwnFeed = endpoint({
  method: 'DELETE',
  path: '/user/me/feeds/:feedId',
  permission: 'feed.own',
  summary: 'End a calendar feed: its address opens nothing from now on.',
  params: z.strictObject({ feedId: Id }),
  response: Success,
})

export const listMemberFeeds = endpoint({
  method: 'GET',
  path: '/company/:companyId/feeds',
  permission: 'member.manage',
  summary: 'Calendar feeds of a user of the company, without their addresses.',
  params: companyParams,
  query: z.strictObject({ userId: Id }),
  response: CalendarFeeds,
})

export const endMemberFeed = endpoint({
  method: 'DELETE',
  path: '/company/:companyId/feeds/:feedId',
  permission: 'member.manage',
  summary: 'End a calendar feed of a user of the company.',
  params: companyParams.extend({ feedId: Id }),
  response: Success,
})

export const readCalendar = endpoint({
  method: 'GET',
  path: '/calendar/:token.ics',
  permission: 'public',
  summary: 'A calendar feed (iCalendar, RFC 5545). Unknown, ended and of an ended account are the same 404.',
  params: z.strictObject({ token: z.string() }),
  responseTypes: ['text/calendar'],
  response: FileResponse,
})
