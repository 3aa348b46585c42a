import { normalPostcode } from '@gya/domain/common/address.ts'
import type { DateOnly } from '@gya/domain/common/dates.ts'
import { pageAsked, pagingOf } from '@gya/domain/common/paging.ts'
import type { Decoded } from '@gya/domain/endpoint.ts'
import { listExportColumns } from '@gya/domain/features/properties/list-export.ts'
import {
  downloadBranchProperties,
  downloadCompanyProperties,
  listBranchProperties,
  listCompanyProperties,
} from '@gya/domain/features/properties/properties.contract.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/connect.ts'
import type { Caller } from '../../http/caller.ts'
import { mount } from '../../http/mount.ts'
import { csvDownload, type Download, mountDownload } from '../../http/mount-download.ts'
import { chosenBranches } from '../../http/reach.ts'
import { csv, linesOf } from '../../platform/csv.ts'
import { orderAsked } from '../report/report-order.ts'
import { countProperties, type PropertyListAsked, readPropertyPage, readPropertyRows } from './properties-list.read-model.ts'

type Asking<Query> = { params: { companyId: string }; query: Query; caller: Caller; today: DateOnly }

const ofCompany = (asking: Asking<Decoded<typeof downloadCompanyProperties, 'query'>>): PropertyListAsked => {
  const { params, query, caller, today } = asking
  return {
    companyId: params.companyId,
    branchIds: chosenBranches(caller, query.branchIds),
    preset: query.filters ?? 'all',
    textSearch: query.textSearch,
    postcode: query.postcode && normalPostcode(query.postcode),
    line1: query.line1,
    solicitorId: query.solicitorCompanyId,
    ...orderAsked(query.sort ?? 'address:asc', today),
  }
}

const ofBranch = (
  { params, query, today }: Omit<Asking<Decoded<typeof downloadBranchProperties, 'query'>>, 'caller'>,
  branchId: string,
): PropertyListAsked => ({
  companyId: params.companyId,
  branchIds: [branchId],
  preset: query.filter ?? 'all',
  textSearch: query.textSearch,
  excludeIds: query.excludeIds?.split(','),
  solicitorId: query.solicitorCompanyId,
  ...orderAsked(query.sort ?? 'address:asc', today),
})

async function propertiesCsv(
  { db, newId }: { db: Db; newId(): string },
  asked: PropertyListAsked,
  level: 'company' | 'branch',
): Promise<Download> {
  const columns = listExportColumns(level)
  const audit = { kind: 'list-downloaded', data: { rows: await countProperties(db, asked) } } as const
  return csvDownload('Properties.csv', newId(), audit, () =>
    csv(
      columns.map(({ head }) => head),
      linesOf(readPropertyRows(db, asked), (row) => columns.map(({ cell }) => cell(row))),
    ),
  )
}

/** The properties list of a company and of a branch, a page or as a spreadsheet (reports document, section 2.1). */
export function propertiesListRoutes(app: FastifyInstance): void {
  mount(app, listCompanyProperties, async (context) => {
    const page = pageAsked(context.query)
    const { rows, count } = await readPropertyPage(context.db, ofCompany(context), page)
    return { data: rows, paging: pagingOf(page, count) }
  })

  mount(app, listBranchProperties, async (context) => {
    const page = pageAsked(context.query)
    const { rows, count } = await readPropertyPage(context.db, ofBranch(context, context.params.branchId), page)
    return { data: rows, paging: pagingOf(page, count) }
  })

  mountDownload(app, downloadCompanyProperties, ({ db, newId, ...asking }) =>
    propertiesCsv({ db, newId }, ofCompany(asking), 'company'),
  )

  mountDownload(app, downloadBranchProperties, ({ db, newId, ...asking }) =>
    propertiesCsv({ db, newId }, ofBranch(asking, asking.params.branchId), 'branch'),
  )
}
