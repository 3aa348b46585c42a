import type { Wire } from '@gya/domain/endpoint.ts'
import type { listBranchProperties, listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import { type ListPreset, listPresetNames, listPresets } from '@gya/domain/features/properties/property-list.ts'
import { type ReportSort, reportSortNames, reportSorts } from '@gya/domain/features/report/report-columns.ts'
import type { SearchParams } from '../../lib/url-state/search-params.ts'
import type { Option } from '../../ui/fields/option-list.tsx'

/** What the properties list is filtered by beside the search. */
export type ListFilters = { status: ListPreset; branches: readonly string[] }

export const defaultFilters: ListFilters = { status: 'allActive', branches: [] }

/** An address without `status` says nothing about the filters. */
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

/** Every sort option of section 3, the three of the select first; the rest are reached by column heads and addresses. */
export const propertySorts: readonly PropertySort[] = [
  ...specifiedSortValues,
  ...reportSorts
    .flatMap((sort) => [`${sort}:asc`, `${sort}:desc`] as const)
    .filter((sort) => !specifiedSortValues.includes(sort)),
]

/** The choices of the sort select: the three, and the list's own sort where it is another one. */
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

/** What the calls for a company take. */
export const companyListQuery = ({ filters: { status, branches }, sort, text }: ListRequest) =>
  ({
    filters: status,
    sort,
    ...(branches.length > 0 ? { branchIds: branches.join(',') } : {}),
    ...(text ? { textSearch: text } : {}),
  }) satisfies Wire<typeof listCompanyProperties, 'query'>

/** What the calls for a branch take. */
export const branchListQuery = ({ filters: { status }, sort, text }: ListRequest) =>
  ({ filter: status, sort, ...(text ? { textSearch: text } : {}) }) satisfies Wire<typeof listBranchProperties, 'query'>

/** A row of the properties list, of a company or a branch. */
export type PropertyRow = Wire<typeof listCompanyProperties, 'response'>['data'][number]
