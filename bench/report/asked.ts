import { addYears } from '@gya/domain/common/dates.ts'
import { defaultReportSort, reportPageSize, reportSorts } from '@gya/domain/features/report/report-columns.ts'
import type pg from 'pg'
import { type PagedReport, readReportPage } from '../../server/features/report/report.read-model.ts'
import type { Query as Prepared } from '../calls.ts'
import { dataDay } from '../data/build.ts'
import { captureStatements } from '../overheard.ts'

/** What the report is asked besides its company, as it stands in the address. */
export type ReportRequest = { name: string; sortOption: string } & Partial<
  Record<'active' | 'sold' | 'complete' | 'dateStart' | 'branchIds' | 'searchText' | 'currentPage', string>
>

/** "First visit: last 2 years, active and sold" (domain decisions, "Workflow report"), completed sales left out. */
export const firstVisit = { active: '1', sold: '1', complete: '0', dateStart: addYears(dataDay, -2) }

/** The first page by every sort, both ways, under the filters of a first visit; the default sort stands first. */
export const sortRequests: ReportRequest[] = [
  defaultReportSort,
  ...reportSorts.flatMap((sort) => [`${sort}:asc`, `${sort}:desc`]).filter((sort) => sort !== defaultReportSort),
].map((sortOption) => ({ name: sortOption, ...firstVisit, sortOption }))

/** The default sort and one other under filters that an index may not expect. */
export const filterRequests = (branchIds: string[]): ReportRequest[] =>
  [
    { name: 'cleared filters', active: '1', dateStart: addYears(dataDay, -1) },
    { name: 'no filters at all' },
    { name: 'one branch', ...firstVisit, branchIds: branchIds[0] ?? '' },
    { name: 'three branches', ...firstVisit, branchIds: branchIds.slice(0, 3).join(',') },
    { name: 'search: maple', ...firstVisit, searchText: 'maple' },
    { name: 'the hundredth page', ...firstVisit, currentPage: '99' },
  ].flatMap(({ name, ...filters }) =>
    [defaultReportSort, 'draftContract:asc'].map((sortOption) => ({ name: `${name}, ${sortOption}`, ...filters, sortOption })),
  )

export function pathOf(companyId: string, { name: _name, ...query }: ReportRequest): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return `/api/property/mi/report/${companyId}?${new URLSearchParams(given)}`
}

const flag = (value: string | undefined): boolean | undefined => (value === undefined ? undefined : value === '1')

/** The same question as the read model takes it, from somebody who reaches every branch. */
export function readModelInput(companyId: string, question: ReportRequest): PagedReport {
  const [sort, direction] = question.sortOption.split(':') as [PagedReport['sort'], PagedReport['direction']]
  return {
    companyId,
    branchIds: question.branchIds?.split(',') ?? null,
    active: flag(question.active),
    sold: flag(question.sold),
    complete: flag(question.complete),
    dateStart: question.dateStart,
    dateEnd: undefined,
    searchText: question.searchText,
    bStaffIds: undefined,
    chains: undefined,
    sort,
    direction,
    today: dataDay,
    page: { itemsPerPage: reportPageSize, currentPage: Number(question.currentPage ?? 0) },
  }
}

/** A question with the statements that answer it. */
export const prepareReport = async (pool: pg.Pool, companyId: string, question: ReportRequest): Promise<Prepared> => ({
  name: question.name,
  path: pathOf(companyId, question),
  statements: await captureStatements(pool, (db) => readReportPage(db, readModelInput(companyId, question), dataDay)),
})
