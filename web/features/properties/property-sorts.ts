import { type ReportSort, reportSortNames, reportSorts } from '@gya/domain/features/report/report-columns.ts'
import type { Option } from '../../ui/fields/option-list.tsx'

export type PropertySort = `${ReportSort}:${'asc' | 'desc'}`

/** "Sort select with three choices", verbatim from [reports §2.1](docs/design/reports.md#2.1). */
const specifiedSorts: readonly Option<PropertySort>[] = [
  { value: 'address:asc', label: 'Address - Alphabetical order' },
  { value: 'askingPrice:desc', label: 'Price - Highest first' },
  { value: 'askingPrice:asc', label: 'Price - Lowest first' },
]

const specifiedSortValues = specifiedSorts.map(({ value }) => value)

/** Every sort of section 3. Sorts that are not in the select are available by column heads and URLs. */
export const propertySorts: readonly PropertySort[] = [
  ...specifiedSortValues,
  ...reportSorts
    .flatMap((sort) => [`${sort}:asc`, `${sort}:desc`] as const)
    .filter((sort) => !specifiedSortValues.includes(sort)),
]

/** Lists of properties with warnings have their own sort, by default longest overdue first. */
export const mostOverdueFirst = 'urgency:asc'

/** The specified sorts, and the current one if it is not among them. */
export const sortOptions = (sort: PropertySort): readonly Option<PropertySort>[] => {
  if (specifiedSortValues.includes(sort)) return specifiedSorts
  if (sort === 'urgency:asc') return [...specifiedSorts, { value: sort, label: 'Most overdue first' }]
  const [by, direction] = sort.split(':') as [ReportSort, 'asc' | 'desc']
  return [
    ...specifiedSorts,
    { value: sort, label: `${reportSortNames[by]} - ${direction === 'desc' ? 'Descending' : 'Ascending'}` },
  ]
}
