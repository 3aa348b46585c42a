import { normalisePostcode } from '@gya/domain/common/address.ts'
import type { DateOnly } from '@gya/domain/common/dates.ts'
import { pageRequest, toPaging } from '@gya/domain/common/paging.ts'
import type { Decoded } from '@gya/domain/endpoint.ts'
import {
  downloadBranchProperties,
  downloadCompanyProperties,
  listBranchProperties,
  listCompanyProperties,
} from '@gya/domain/features/properties/properties.contract.ts'
import { listExportColumns } from '@gya/domain/features/properties/property-list.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/pool.ts'
import type { Caller } from '../../http/access/caller.ts'
import { chosenInAreas } from '../../http/access/chosen-branches.ts'
import { csvDownload, type Download, registerDownload } from '../../http/route/register-download.ts'
import { registerRoute } from '../../http/route/register-route.ts'
import { csvRows, csvStream } from '../../infra/csv.ts'
import { countProperties, type PropertyListFilters, readPropertyPage, readPropertyRows } from './properties-list.read-model.ts'
import { parseExpectedFilters } from './read/expected-conditions.ts'
import { parseReportOrder } from './read/report-row-order.ts'

type ListRequest<Query> = { params: { companyId: string }; query: Query; caller: Caller; db: Db; today: DateOnly }

const companyFilters = async (
  request: ListRequest<Decoded<typeof downloadCompanyProperties, 'query'>>,
): Promise<PropertyListFilters> => {
  const { params, query, caller, db, today } = request
  return {
    companyId: params.companyId,
    branchIds: await chosenInAreas(db, caller, { ...query, companyId: params.companyId }),
    preset: query.filters ?? 'all',
    textSearch: query.textSearch,
    postcode: query.postcode && normalisePostcode(query.postcode),
    line1: query.line1,
    uprn: query.uprn,
    solicitorId: query.solicitorCompanyId,
    ...parseExpectedFilters(query),
    ...parseReportOrder(query.sort ?? 'address:asc', today),
  }
}

const branchFilters = (
  { params, query, today }: Omit<ListRequest<Decoded<typeof downloadBranchProperties, 'query'>>, 'caller' | 'db'>,
  branchId: string,
): PropertyListFilters => ({
  companyId: params.companyId,
  branchIds: [branchId],
  preset: query.filter ?? 'all',
  textSearch: query.textSearch,
  excludeIds: query.excludeIds?.split(','),
  solicitorId: query.solicitorCompanyId,
  ...parseExpectedFilters(query),
  ...parseReportOrder(query.sort ?? 'address:asc', today),
})

async function propertiesCsv(
  { db, newId }: { db: Db; newId(): string },
  filters: PropertyListFilters,
  columns: ReturnType<typeof listExportColumns>,
): Promise<Download> {
  const audit = { kind: 'list-downloaded', data: { rows: await countProperties(db, filters) } } as const
  return csvDownload('Properties.csv', newId(), audit, () =>
    csvStream(
      columns.map(({ head }) => head),
      csvRows(readPropertyRows(db, filters), (row) => columns.map(({ cell }) => cell(row, filters.today))),
    ),
  )
}

/** The properties lists of a company and a branch, as JSON pages and CSV ([reports §2.1](docs/design/reports.md#2.1)). */
export function propertiesListRoutes(app: FastifyInstance): void {
  registerRoute(app, listCompanyProperties, async (context) => {
    const page = pageRequest(context.query)
    const { rows, count } = await readPropertyPage(context.db, await companyFilters(context), page)
    return { data: rows, paging: toPaging(page, count) }
  })

  registerRoute(app, listBranchProperties, async (context) => {
    const page = pageRequest(context.query)
    const { rows, count } = await readPropertyPage(context.db, branchFilters(context, context.params.branchId), page)
    return { data: rows, paging: toPaging(page, count) }
  })

  registerDownload(app, downloadCompanyProperties, async (request) =>
    propertiesCsv(request, await companyFilters(request), listExportColumns(request.query.columns?.split(','), 'company')),
  )

  registerDownload(app, downloadBranchProperties, ({ db, newId, ...request }) =>
    propertiesCsv(
      { db, newId },
      branchFilters(request, request.params.branchId),
      listExportColumns(request.query.columns?.split(','), 'branch'),
    ),
  )
}
