import { pageAsked, pagingOf } from '@gya/domain/common/paging.ts'
import { readReport } from '@gya/domain/features/report/report.contract.ts'
import { defaultReportSort, type ReportSort, reportPageSize } from '@gya/domain/features/report/report-columns.ts'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import { mount } from '../../http/mount.ts'
import { branchesInReach } from '../../http/reach.ts'
import { readReportPage } from './report.read-model.ts'

const flag = (value: '0' | '1' | undefined): boolean | undefined => (value === undefined ? undefined : value === '1')

/** The branches a report shows: the chosen ones, but never one out of reach. Null for all of the company. */
export function chosenBranches(caller: Caller, branchIds: string | undefined): string[] | null {
  const reach = branchesInReach(caller)
  const chosen = branchIds?.split(',') ?? null
  return reach && chosen ? chosen.filter((id) => reach.includes(id)) : (chosen ?? reach)
}

export function reportRoutes(app: FastifyInstance): void {
  mount(app, readReport, async ({ params, query, caller, db }) => {
    const page = pageAsked(query, reportPageSize)
    const [sort, direction] = (query.sortOption ?? defaultReportSort).split(':') as [ReportSort, 'asc' | 'desc']
    const { rows, count } = await readReportPage(db, {
      companyId: params.companyId,
      branchIds: chosenBranches(caller, query.branchIds),
      active: flag(query.active),
      sold: flag(query.sold),
      complete: flag(query.complete),
      dateStart: query.dateStart,
      dateEnd: query.dateEnd,
      searchText: query.searchText,
      sort,
      direction,
      page,
    })
    return { data: rows, paging: pagingOf(page, count) }
  })
}
