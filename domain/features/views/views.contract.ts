import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Id, Ids, requiredLine, Success, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { expectedFilters } from '../expected-dates/expected-dates.model.ts'
import { listPresetNames } from '../properties/property-list.ts'
import { reportFilters } from '../report/report.contract.ts'
import { reportSorts } from '../report/report-columns.ts'
import { maxFrozen, maxViewName, minFrozen, type ViewColumnId, viewColumns, viewLists } from './views.model.ts'

/** Filters of a view, named as in the queries of its list; dates are fixed days. The search text is not part of a view. */
export const viewFilters = {
  report: z.strictObject(reportFilters).omit({ searchText: true }),
  properties: z.strictObject({
    status: z.enum(listPresetNames, 'There is no such filter.').optional(),
    branchIds: Ids.optional(),
    areaIds: Ids.optional(),
    ...expectedFilters,
  }),
}

const knownColumns = [...new Set(viewLists.flatMap((list) => viewColumns[list].map(({ id }) => id)))] as [
  ViewColumnId,
  ...ViewColumnId[],
]

export const viewSorts = reportSorts.flatMap((sort) => [`${sort}:asc`, `${sort}:desc`] as const)

const List = z.enum(viewLists, 'Choose a list.')

/** Filters of either list; those of the other are refused. */
const Filters = z.strictObject({ ...viewFilters.report.shape, ...viewFilters.properties.shape })

const ViewBody = z
  .strictObject({
    list: List,
    name: requiredLine(maxViewName, 'a name'),
    /** The branch that may use it too; null: only the owner. */
    branchId: Id.nullable().default(null),
    /** In display order. Fixed columns may be omitted. */
    columns: z.array(z.enum(knownColumns, 'There is no such column.')).max(knownColumns.length, 'Choose fewer columns.'),
    frozen: z
      .int('Enter a whole number.')
      .min(minFrozen, `Freeze ${minFrozen} to ${maxFrozen} columns.`)
      .max(maxFrozen, `Freeze ${minFrozen} to ${maxFrozen} columns.`)
      .default(minFrozen),
    filters: Filters,
    sort: z.enum(viewSorts, 'This is not a way to sort.'),
    version: Version.optional(),
  })
  .superRefine(({ list, columns, filters }, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    const known = viewColumns[list].map(({ id }) => id)
    if (!columns.every((id) => known.includes(id))) issue('columns', 'There is no such column.')
    if (new Set(columns).size < columns.length) issue('columns', 'Each column is shown once.')
    if (!viewFilters[list].safeParse(filters).success) issue('filters', 'There is no such filter.')
  })

export const View = z.object({
  _id: Id,
  list: List,
  name: z.string(),
  /** Null: not shared. */
  branchId: Id.nullable(),
  owner: z.object({ _id: Id, name: z.string() }),
  columns: z.array(z.enum(knownColumns)),
  frozen: z.int(),
  filters: Filters,
  sort: z.enum(viewSorts),
  /** A stored column, filter or sort no longer exists: the view is read without it and counts as changed. */
  outdated: z.boolean(),
  /** Whether the caller may change and delete it. */
  mayChange: z.boolean(),
  version: Version,
})
export type View = z.output<typeof View>

export const listViews = endpoint({
  method: 'GET',
  path: '/view/:companyId',
  permission: 'view.use',
  summary: 'Saved views of the report and the properties list: one’s own, and those shared with the branches in scope, by name.',
  params: companyParams,
  response: z.object({ views: z.array(View) }),
})

export const createView = endpoint({
  method: 'POST',
  path: '/view/:companyId',
  permission: 'view.save',
  summary: 'Save a view, for oneself or shared with a branch in scope. At most 50 a person and 50 a branch.',
  params: companyParams,
  body: ViewBody,
  response: View,
})

const viewParams = companyParams.extend({ viewId: Id })

export const updateView = endpoint({
  method: 'PUT',
  path: '/view/:companyId/:viewId',
  permission: 'view.save',
  summary:
    'Change a view. One that is shared is changed by its owner and by the administrators of its branch; with whom it is shared is its owner’s choice.',
  params: viewParams,
  body: ViewBody,
  response: View,
})

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/view/:companyId/:viewId',
  permission: 'view.save',
  summary: 'Delete a view, by who may change it.',
  params: viewParams,
  response: Success,
})
