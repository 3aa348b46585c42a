import type { Wire } from '@gya/domain/endpoint.ts'
import type { listBranchProperties, listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import { type ListPreset, listPresetNames, listPresets } from '@gya/domain/features/properties/property-list.ts'
import { type ReportSort, reportSortNames, reportSorts } from '@gya/domain/features/report/report-columns.ts'
import type { SearchParams } from '../../lib/url-state/search-params.ts'
import type { Option } from '../../ui/fields/option-list.tsx'

/** Filters other than the search. */
export type ListFilters = { status: ListPreset; branches: readonly string[] }

export const defaultFilters: ListFilters = { status: 'allActive', branches: [] }

/** Null if the address has no `status`. */
export const readFilters = ({ status, branches }: SearchParams): ListFilters | null => {
  const known = listPresetNames.find((name) => name === status)
  return known === undefined ? null : { status: known, branches: branches ? branches.split(',') : [] }
}

export const writeFilters = ({ status, branches }: ListFilters): SearchParams => ({
  status,
  branches: branches.length > 0 ? branches.join(',') : undefined,
})

export const statusOptions: readonly Option<ListPreset>[] = listPresetNames.map((name) => ({
  value: name,
  label: listPresets[name].label,
}))

export type PropertySort = `${ReportSort}:${'asc' | 'desc'}`

/** "Sort select with three choices", verbatim from the reports document, section 2.1. */
const specifiedSorts: readonly Option<PropertySort>[] = [
  { value: 'address:asc', label: 'Address - Alphabetical order' },
  { value: 'askingPrice:desc', label: 'Price - Highest first' },
  { value: 'askingPrice:asc', label: 'Price - Lowest first' },
]

const specifiedSortValues = specifiedSorts.map(({ value }) => value)

/** Every sort of section 3. Those not in the select are reached by column heads and addresses. */
export const propertySorts: readonly PropertySort[] = [
  ...specifiedSortValues,
  ...reportSorts
    .flatMap((sort) => [`${sort}:asc`, `${sort}:desc`] as const)
    .filter((sort) => !specifiedSortValues.includes(sort)),
]

/** The specified sorts, and the current one if it is another. */
export const sortOptions = (sort: PropertySort): readonly Option<PropertySort>[] => {
  if (specifiedSortValues.includes(sort)) return specifiedSorts
  if (sort === 'urgency:asc') return [...specifiedSorts, { value: sort, label: 'Most overdue first' }]
  const [by, direction] = sort.split(':') as [ReportSort, 'asc' | 'desc']
  return [
    ...specifiedSorts,
    { value: sort, label: `${reportSortNames[by]} - ${direction === 'desc' ? 'Descending' : 'Ascending'}` },
  ]
}

type ListRequest = { filters: ListFilters; sort: PropertySort; text: string | undefined }

export const companyListQuery = ({ filters: { status, branches }, sort, text }: ListRequest) =>
  ({
    filters: status,
    sort,
    ...(branches.length > 0 ? { branchIds: branches.join(',') } : {}),
    ...(text ? { textSearch: text } : {}),
  }) satisfies Wire<typeof listCompanyProperties, 'query'>

export const branchListQuery = ({ filters: { status }, sort, text }: ListRequest) =>
  ({ filter: status, sort, ...(text ? { textSearch: text } : {}) }) satisfies Wire<typeof listBranchProperties, 'query'>

export type PropertyRow = Wire<typeof listCompanyProperties, 'response'>['data'][number]
