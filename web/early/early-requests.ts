import { reachesAllBranches } from '@gya/domain/access/permissions.ts'
import { londonDay } from '@gya/domain/common/dates.ts'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import { presetCriteria } from '@gya/domain/features/properties/property-list.ts'
import { reportPageSize } from '@gya/domain/features/report/report-columns.ts'
import { homePath } from '@gya/domain/features/sign-in/home-path.ts'
import {
  branchListQuery,
  companyListQuery,
  defaultFilters as defaultListFilters,
  readFilters as readListFilters,
} from '../features/properties/property-list-filters.ts'
import { mostOverdueFirst, propertySorts } from '../features/properties/property-sorts.ts'
import { defaultFilters, readFilters, reportQuery, reportSortOptions } from '../features/report/report-filters.ts'
import { parseTodayParams, todayQuery } from '../features/today/today-params.ts'
import { apiUrl } from '../lib/api/api-url.ts'
import type { FirstLoadAccount } from '../lib/session/first-load-account.ts'
import { readSetting } from '../lib/storage/use-local-storage.ts'
import { type Scope, scopeOf } from '../lib/url-state/scope.ts'
import type { SearchParams } from '../lib/url-state/search-params.ts'
import { storedFilters } from '../lib/url-state/use-filter-params.ts'
import { defaultPageSize, openingListQuery, type SettingReader } from '../lib/url-state/use-list-params.ts'

// Importing the contracts would add zod to the script. A test compares the paths.
export const earlyCalls = {
  report: { path: '/property/mi/report/:companyId' },
  keyStats: { path: '/property/mi/keystats/:companyId' },
  today: { path: '/today/:companyId' },
  company: { path: '/company/properties/:companyId' },
  branch: { path: '/property/list/:companyId/:branchId' },
  views: { path: '/view/:companyId' },
} as const satisfies Record<string, Pick<Endpoint, 'path'>>

export type Opening = {
  me: FirstLoadAccount
  path: string
  search: SearchParams
  /** The scope last used in this tab. */
  last: Scope
  /** The text of a stored setting of this user. */
  stored: (key: string) => string | null
  now: string
}

/** The path of the page that a path opens: `/` redirects. */
export const openedPath = ({ path, me }: Pick<Opening, 'me' | 'path'>): string => (path === '/' ? homePath(me) : path)

const settingsOf =
  ({ stored }: Opening): SettingReader =>
  (name, initial) =>
    readSetting(stored(`gya.${name}`), initial)

/** The sort of the URL, otherwise the stored one, otherwise the first. */
const sortOf = <Sort extends string>(sorts: readonly Sort[], ...chosen: (string | undefined)[]): Sort | undefined =>
  chosen.map((text) => sorts.find((sort) => sort === text)).find((sort) => sort !== undefined) ?? sorts[0]

function reportUrls(opening: Opening, companyId: string, branchId: string | undefined): string[] {
  const { search, now } = opening
  const setting = settingsOf(opening)
  const filters = storedFilters(search, setting('report.filters', ''), readFilters) ?? defaultFilters(londonDay(now))
  const { itemsPerPage, currentPage, textSearch } = openingListQuery('report', reportPageSize, search, setting)
  const query = reportQuery(filters, textSearch, branchId)
  const sortOption = sortOf(reportSortOptions, search.sort, setting('report.sort', ''))
  const params = { companyId }
  return [
    apiUrl(earlyCalls.report, { params, query: { ...query, sortOption, itemsPerPage, currentPage } }),
    apiUrl(earlyCalls.keyStats, { params, query }),
  ]
}

function propertiesUrl(opening: Opening, companyId: string, branchId: string | undefined): string {
  const { search } = opening
  const setting = settingsOf(opening)
  const filters = storedFilters(search, setting('properties.filters', ''), readListFilters) ?? defaultListFilters
  const { itemsPerPage, currentPage, textSearch } = openingListQuery('properties', defaultPageSize, search, setting)
  const isUrgent = presetCriteria(filters.status).overdue === true
  const sort = sortOf(
    propertySorts,
    search.sort,
    isUrgent ? setting('properties.stepSort', mostOverdueFirst) : setting('properties.sort', ''),
    isUrgent ? mostOverdueFirst : undefined,
  )
  const request = { filters, sort: sort ?? 'address:asc', text: textSearch }
  const page = { itemsPerPage, currentPage }
  return branchId === undefined
    ? apiUrl(earlyCalls.company, { params: { companyId }, query: { ...companyListQuery(request), ...page } })
    : apiUrl(earlyCalls.branch, { params: { companyId, branchId }, query: { ...branchListQuery(request), ...page } })
}

/** The filters and the sort of a saved view are only known after the views were read. */
const viewsUrl = (companyId: string): string => apiUrl(earlyCalls.views, { params: { companyId } })

const pagesWithViews = ['/company/properties', '/company/report', '/property/manage', '/branch/report']

function todayUrls({ search, me }: Opening, companyId: string): string[] {
  const params = parseTodayParams(search, me)
  return params.who === 'people' ? [] : [apiUrl(earlyCalls.today, { params: { companyId }, query: todayQuery(params) })]
}

/**
 * The URLs that the app will read first on the page. They must equal those of the app exactly, or the response is not used. None for other
 * pages.
 */
export function earlyRequests(opening: Opening): string[] {
  const { me, last } = opening
  if (me.type === 'VENDOR' || !me.activated || me.passwordReset) return []
  if (!reachesAllBranches(me.type) && me.branches.length === 0) return []
  const path = openedPath(opening)
  // The redirect from `/` drops the search parameters.
  const here = opening.path === path ? opening : { ...opening, search: {} }
  const { company, branch } = scopeOf(here.search, me, last)
  if (!company) return []
  if (path === '/today') return todayUrls(here, company)
  if (here.search.view !== undefined && pagesWithViews.includes(path)) return [viewsUrl(company)]
  if (path === '/company/properties') return [propertiesUrl(here, company, undefined)]
  if (path === '/company/report') return reportUrls(here, company, undefined)
  if (!branch) return []
  if (path === '/property/manage') return [propertiesUrl(here, company, branch)]
  return path === '/branch/report' ? reportUrls(here, company, branch) : []
}
