import { listPresetNames, listPresets } from '@gya/domain/features/properties/list-presets.ts'
import { defaultReportSort, reportSorts } from '@gya/domain/features/report/report-columns.ts'
import type pg from 'pg'
import { type PropertyListFilters, readPropertyPage } from '../../server/features/properties/properties-list.read-model.ts'
import { readReportMetrics } from '../../server/features/report/report.read-model.ts'
import { parseReportOrder } from '../../server/features/report/report-order.ts'
import type { Query } from '../calls.ts'
import { captureStatements } from '../overheard.ts'
import { firstVisit, pathOf, prepareReport, readModelInput } from '../report/asked.ts'

/** A word that stands in one address of twenty, and one that stands in a handful. */
const common = 'maple'
const rare = '217 sorrel mews'

const sortOptions = reportSorts.flatMap((sort) => [`${sort}:asc`, `${sort}:desc`] as const)

type ListRequest = {
  name: string
  preset: PropertyListFilters['preset']
  sort: string
  page: number
  text?: string
  branchId?: string
}

/** Every preset on the first page and on page 100, every sort on both, searches, and one branch by itself. */
const listRequests = (branchId: string): ListRequest[] =>
  [
    ...listPresetNames.map((preset) => ({ name: listPresets[preset].words, preset, sort: 'address:asc' })),
    ...sortOptions.map((sort) => ({ name: `All active, ${sort}`, preset: 'allActive' as const, sort })),
    { name: `All, search: ${common}`, preset: 'all' as const, sort: 'address:asc', text: common },
    {
      name: `All active, search: ${common}, askingPrice:desc`,
      preset: 'allActive' as const,
      sort: 'askingPrice:desc',
      text: common,
    },
  ]
    .flatMap((asked): ListRequest[] => [
      { ...asked, page: 0 },
      { ...asked, name: `${asked.name}, page 100`, page: 99 },
    ])
    .concat([
      { name: `All, search: ${rare}`, preset: 'all', sort: 'address:asc', page: 0, text: rare },
      { name: 'One branch, all active', preset: 'allActive', sort: 'address:asc', page: 0, branchId },
      { name: 'One branch, all warnings, askingPrice:desc', preset: 'allWarnings', sort: 'askingPrice:desc', page: 0, branchId },
      { name: `One branch, search: ${common}`, preset: 'all', sort: 'address:asc', page: 0, text: common, branchId },
    ])

async function prepareList(pool: pg.Pool, companyId: string, today: string, asked: ListRequest): Promise<Query> {
  const { name, preset, sort, page, text, branchId } = asked
  const query = {
    [branchId ? 'filter' : 'filters']: preset,
    sort,
    ...(text ? { textSearch: text } : {}),
    ...(page > 0 ? { currentPage: String(page) } : {}),
  }
  const place = branchId ? `property/list/${companyId}/${branchId}` : `company/properties/${companyId}`
  const model: PropertyListFilters = {
    companyId,
    branchIds: branchId ? [branchId] : null,
    preset,
    textSearch: text,
    solicitorId: undefined,
    ...parseReportOrder(sort, today),
  }
  return {
    name: `List: ${name}`,
    path: `/api/${place}?${new URLSearchParams(query)}`,
    statements: await captureStatements(pool, (db) => readPropertyPage(db, model, { itemsPerPage: 10, currentPage: page })),
  }
}

/** What the part `report` does not ask: page 100 of the report by every sort, and the rare word. */
const reportRequests = [
  ...sortOptions.map((sortOption) => ({ name: `${sortOption}, page 100`, ...firstVisit, sortOption, currentPage: '99' })),
  { name: `search: ${rare}`, ...firstVisit, sortOption: defaultReportSort, searchText: rare },
  { name: `no filters, search: ${common}`, sortOption: defaultReportSort, searchText: common },
]

const statRequests = (branchIds: string[]) => [
  { name: 'first visit', ...firstVisit },
  { name: 'no filters at all' },
  { name: 'one branch', ...firstVisit, branchIds: branchIds[0] ?? '' },
  { name: `search: ${common}`, ...firstVisit, searchText: common },
  { name: `search: ${rare}`, ...firstVisit, searchText: rare },
]

/** All that this part measures, with the statements behind each. `today` is the day of the server that is asked. */
export async function listQueries(pool: pg.Pool, company: { id: string; branchIds: string[] }, today: string) {
  const lists: Query[] = []
  for (const asked of listRequests(company.branchIds[0] ?? '')) lists.push(await prepareList(pool, company.id, today, asked))
  const reports: Query[] = []
  for (const asked of reportRequests) reports.push(await prepareReport(pool, company.id, asked))
  const stats: Query[] = []
  for (const asked of statRequests(company.branchIds)) {
    const question = { ...asked, sortOption: defaultReportSort }
    const statements = await captureStatements(pool, (db) => readReportMetrics(db, readModelInput(company.id, question), today))
    const path = pathOf(company.id, question)
      .replace('/report/', '/keystats/')
      .replace(/&?sortOption=[^&]*/, '')
    stats.push({ name: `Key stats: ${asked.name}`, path, statements })
  }
  return { lists, reports: reports.map((one) => ({ ...one, name: `Report: ${one.name}` })), stats }
}
