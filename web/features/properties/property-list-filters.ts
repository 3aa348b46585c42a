import type { Wire } from '@gya/domain/endpoint.ts'
import type { listBranchProperties, listCompanyProperties } from '@gya/domain/features/properties/properties.contract.ts'
import { type ListPreset, listPresetNames, listPresets } from '@gya/domain/features/properties/property-list.ts'
import type { SearchParams } from '../../lib/url-state/search-params.ts'
import type { Option } from '../../ui/fields/option-list.tsx'
import {
  anyExpected,
  type ExpectedRange,
  expectedQuery,
  isAnyExpected,
  readExpected,
  writeExpected,
} from '../common/expected-range.ts'
import type { PropertySort } from './property-sorts.ts'

/** Filters other than the search. */
export type ListFilters = {
  status: ListPreset
  branches: readonly string[]
  areas: readonly string[]
  /** Sales progressors; `none`: properties without one. */
  staff: readonly string[]
  negotiators: readonly string[]
  expected: ExpectedRange
}

export const defaultFilters: ListFilters = {
  status: 'allActive',
  branches: [],
  areas: [],
  staff: [],
  negotiators: [],
  expected: anyExpected,
}

/** Null if the URL has no `status`. */
export const readFilters = (search: SearchParams): ListFilters | null => {
  const { status, branches, areas, staff, negotiators } = search
  const known = listPresetNames.find((name) => name === status)
  return known === undefined
    ? null
    : {
        status: known,
        branches: branches ? branches.split(',') : [],
        areas: areas ? areas.split(',') : [],
        staff: staff ? staff.split(',') : [],
        negotiators: negotiators ? negotiators.split(',') : [],
        expected: readExpected(search),
      }
}

export const writeFilters = ({ status, branches, areas, staff, negotiators, expected }: ListFilters): SearchParams => ({
  status,
  branches: branches.length > 0 ? branches.join(',') : undefined,
  areas: areas.length > 0 ? areas.join(',') : undefined,
  staff: staff.length > 0 ? staff.join(',') : undefined,
  negotiators: negotiators.length > 0 ? negotiators.join(',') : undefined,
  ...writeExpected(expected),
})

type ViewFilters = {
  status?: ListPreset | undefined
  branchIds?: string | undefined
  areaIds?: string | undefined
  bStaffIds?: string | undefined
  negotiatorIds?: string | undefined
} & SearchParams

const placesQuery = ({ branches, areas }: Pick<ListFilters, 'branches' | 'areas'>) => ({
  ...(branches.length > 0 ? { branchIds: branches.join(',') } : {}),
  ...(areas.length > 0 ? { areaIds: areas.join(',') } : {}),
})

/** Filters of a saved view. */
export const filtersOfView = ({
  status,
  branchIds,
  areaIds,
  bStaffIds,
  negotiatorIds,
  ...expected
}: ViewFilters): ListFilters => ({
  status: status ?? 'all',
  branches: branchIds ? branchIds.split(',') : [],
  areas: areaIds ? areaIds.split(',') : [],
  staff: bStaffIds ? bStaffIds.split(',') : [],
  negotiators: negotiatorIds ? negotiatorIds.split(',') : [],
  expected: readExpected(expected),
})

export const viewFiltersOf = ({ status, branches, areas, ...others }: ListFilters) => ({
  status,
  ...placesQuery({ branches, areas }),
  ...progressQuery(others),
})

export const statusOptions: readonly Option<ListPreset>[] = listPresetNames.map((name) => ({
  value: name,
  label: listPresets[name].label,
}))

type ListRequest = { filters: ListFilters; sort: PropertySort; text: string | undefined }

const progressQuery = ({ staff, negotiators, expected }: Omit<ListFilters, 'status' | 'branches' | 'areas'>) => ({
  ...(staff.length > 0 ? { bStaffIds: staff.join(',') } : {}),
  ...(negotiators.length > 0 ? { negotiatorIds: negotiators.join(',') } : {}),
  ...expectedQuery(expected),
})

/** Whether the list shows progressor and expected exchange, because it is filtered by them. */
export const showsExpected = ({ staff, expected }: ListFilters): boolean => staff.length > 0 || !isAnyExpected(expected)

export const companyListQuery = ({ filters: { status, branches, areas, ...others }, sort, text }: ListRequest) =>
  ({
    filters: status,
    sort,
    ...placesQuery({ branches, areas }),
    ...progressQuery(others),
    ...(text ? { textSearch: text } : {}),
  }) satisfies Wire<typeof listCompanyProperties, 'query'>

export const branchListQuery = ({ filters: { status, ...others }, sort, text }: ListRequest) =>
  ({ filter: status, sort, ...progressQuery(others), ...(text ? { textSearch: text } : {}) }) satisfies Wire<
    typeof listBranchProperties,
    'query'
  >

export type PropertyRow = Wire<typeof listCompanyProperties, 'response'>['data'][number]
