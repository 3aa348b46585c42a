import { isOneOf, progressors } from '@gya/domain/access/permissions.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { type ActionItemGroup, actionItemGroups } from '@gya/domain/features/today/action-item.model.ts'
import type { readToday } from '@gya/domain/features/today/today.contract.ts'
import { type Me, useMe } from '../../lib/session/session.tsx'
import { type SearchParams, useSearchParams, useSetSearchParams } from '../../lib/url-state/search-params.ts'

export const groupings = ['person', 'firm', 'sale', 'rank'] as const
export type Grouping = (typeof groupings)[number]
/** `day`: what the user did, whatever list is chosen. */
export type TodayState = 'now' | 'waiting' | 'day'

/** `people` is the table of progressors; a user id is a colleague. `branchId`: restricts list or table to that branch. */
export type TodayParams = {
  who: string
  branchId: string | undefined
  by: Grouping
  groups: readonly ActionItemGroup[]
  state: TodayState
  q: string
  page: number
}

/** Users who run sales start with their own list; others, such as company admins and readers, with the table. */
const firstWho = ({ type }: Pick<Me, 'type'>): string => (isOneOf(progressors, type) ? 'me' : 'people')

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined, first: Value): Value =>
  values.find((value) => value === text) ?? first

/** Ignores invalid values in the URL. */
export function parseTodayParams(search: SearchParams, me: Pick<Me, 'type' | '_id'>): TodayParams {
  const { who = '', branches = '', groups = '', page = '' } = search
  const branchId = isId(branches) ? branches : undefined
  const isKnown = ['me', 'nobody', 'people'].includes(who) || isId(who) || (who === 'all' && branchId !== undefined)
  return {
    who: isKnown ? (who === me._id ? 'me' : who) : firstWho(me),
    branchId,
    by: oneOf(groupings, search.by, 'person'),
    groups: actionItemGroups.filter((group) => groups.split(',').includes(group)),
    state: oneOf(['now', 'waiting', 'day'] as const, search.state, 'now'),
    q: search.q?.trim() ?? '',
    page: /^\d{1,6}$/.test(page) ? Number(page) : 0,
  }
}

/** Returns the search parameters of a change. Defaults are omitted from the URL. */
export function writeTodayParams(changed: Partial<TodayParams>): SearchParams {
  const { who, by, groups, state, q } = changed
  return {
    ...(who === undefined ? {} : { who, branches: changed.branchId }),
    ...(by === undefined ? {} : { by: by === 'person' ? undefined : by }),
    ...(groups === undefined ? {} : { groups: groups.length === 0 ? undefined : groups.join(',') }),
    ...(state === undefined ? {} : { state: state === 'now' ? undefined : state }),
    ...(q === undefined ? {} : { q: q === '' ? undefined : q }),
    page: changed.page ? String(changed.page) : undefined,
  }
}

/** Number of groups per page. "80 live sales" fit on one. */
export const todayPageSize = 100

export const todayQuery = ({ who, branchId, by, groups, state, q, page }: TodayParams): Wire<typeof readToday, 'query'> => ({
  who,
  ...(branchId === undefined ? {} : { branchIds: branchId }),
  by,
  state: state === 'day' ? 'now' : state,
  ...(groups.length === 0 ? {} : { groups: groups.join(',') }),
  ...(q === '' ? {} : { searchText: q }),
  itemsPerPage: String(todayPageSize),
  currentPage: String(page),
})

/** The parameters of the list, stored in the URL so that it can be shared. */
export function useTodayParams(): [TodayParams, (changed: Partial<TodayParams>) => void] {
  const me = useMe()
  const params = parseTodayParams(useSearchParams(), me)
  const setParams = useSetSearchParams()
  return [params, (changed) => setParams(writeTodayParams(changed), { replace: true })]
}
