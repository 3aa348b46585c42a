import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { FileResponse, Id, requiredLine, Success } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { CalendarFeed, FeedKind, feedKinds } from './calendar-feeds.model.ts'

/** Calendar feeds ([connect §5](docs/design/connect.md#5)): those of the caller, and those of a company's users for its admins. */

const CalendarFeeds = z.object({ data: z.array(CalendarFeed) })

const isWithoutRepetition = (values: readonly string[]): boolean => new Set(values).size === values.length

export const listOwnFeeds = endpoint({
  method: 'GET',
  path: '/user/me/feeds',
  permission: 'feed.own',
  summary: 'List own calendar feeds, oldest first.',
  response: CalendarFeeds,
})

export const makeFeed = endpoint({
  method: 'POST',
  path: '/user/me/feeds',
  permission: 'feed.own',
  summary: 'Create a calendar feed. Only this response contains its address.',
  body: z.strictObject({
    name: requiredLine(60, 'a name'),
    kinds: z
      .array(FeedKind)
      .min(1, 'Choose what the calendar shows.')
      .max(feedKinds.length)
      .refine(isWithoutRepetition, 'List each kind only once.'),
    mine: z.boolean('Say yes or no.').default(false),
    branchIds: z.array(Id).min(1).max(1000).refine(isWithoutRepetition, 'List each branch only once.').nullable().default(null),
  }),
  response: CalendarFeed.extend({ address: z.string() }),
  returnsSecret: true,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'made a calendar feed',
})

export const endOwnFeed = endpoint({
  method: 'DELETE',
  path: '/user/me/feeds/:feedId',
  permission: 'feed.own',
  summary: 'End a calendar feed. Its address stops working.',
  params: z.strictObject({ feedId: Id }),
  response: Success,
})

export const listMemberFeeds = endpoint({
  method: 'GET',
  path: '/company/:companyId/feeds',
  permission: 'member.manage',
  summary: 'List the calendar feeds of a user of the company, without their addresses.',
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
  summary:
    'Read a calendar feed (iCalendar, RFC 5545). Unknown feeds, ended feeds and feeds of ended accounts return the same 404.',
  params: z.strictObject({ token: z.string() }),
  responseTypes: ['text/calendar'],
  response: FileResponse,
})
