import { type ListColumnId, listColumns } from '../properties/property-list.ts'
import { type ReportColumnId, reportColumns, reportColumnsOf, standardReportColumns } from '../report/report-columns.ts'

/**
 * "A saved set of columns, order, filters, sort and freeze" ([day §1](docs/design/day.md#1)) of the workflow report or the properties list.
 * The view Standard is defined by the specification and not stored.
 */

/** The lists that have views. */
export const viewLists = ['report', 'properties'] as const
export type ViewList = (typeof viewLists)[number]

export type ViewColumnId = ReportColumnId | ListColumnId

type ViewColumn = { id: ViewColumnId; head: string }

const extraColumns = reportColumns.flatMap(({ id, group }) => (group === 'extra' && id !== 'nextStep' ? [id] : []))

/** All columns of a list, in the order in which hidden columns are offered. In the report, extra columns follow Next step. */
export const viewColumns: Record<ViewList, readonly ViewColumn[]> = {
  report: reportColumnsOf(
    standardReportColumns.flatMap((id) => (id === 'nextStep' ? [id, ...extraColumns] : [id])),
  ) as readonly ViewColumn[],
  properties: listColumns,
}

/** "Address stays, first": it cannot be hidden, and at most `columnsBeforeFixed` columns can be before it. */
export const fixedColumns: Record<ViewList, readonly ViewColumnId[]> = {
  report: ['address'],
  properties: ['picture', 'address'],
}

/** Number of columns allowed before the fixed ones: in the report one, as the specification's order begins with Offer accepted. */
export const columnsBeforeFixed: Record<ViewList, number> = { report: 1, properties: 0 }

/** "Freeze 2–4 columns." */
export const minFrozen = 2
export const maxFrozen = 4

export const maxViewName = 60
