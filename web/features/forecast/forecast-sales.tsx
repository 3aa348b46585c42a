import './forecast-sales.css'
import { showPoundsAndPence } from '@gya/domain/common/money.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import { dayOrLater } from '@gya/domain/features/forecast/day-or-later.ts'
import { capitalised } from '@gya/domain/features/forecast/decides-in-words.ts'
import {
  type ForecastRow,
  forecastSorts,
  listForecastSales,
  type readComing,
} from '@gya/domain/features/forecast/forecast.contract.ts'
import type { DecidesView } from '@gya/domain/features/forecast/forecast.model.ts'
import { stepDefinition } from '@gya/domain/features/timeline/step-definitions.ts'
import { pagedTableProps, useCall } from '../../lib/api/use-call.ts'
import { HowButton, howAddress } from '../../lib/how-button.tsx'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { useListParams } from '../../lib/url-state/use-list-params.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Column } from '../../ui/table/table-column.ts'
import { asAtQuery, useAsAt } from './as-at.tsx'
import type { ForecastScope } from './coming.tsx'
import { placeParams } from './place-params.ts'

/** The day of the forecasts; undefined while loading. */
export type OnDay = Wire<typeof readComing, 'response'>['onDay'] | undefined
type By = (typeof forecastSorts)[number]
type Sort = `${By}:${'asc' | 'desc'}`

const sorts = forecastSorts.flatMap((by): Sort[] => [`${by}:asc`, `${by}:desc`])

/** Shared by the lists of forecast sales of a branch or the whole company: rows, order, pages and links. */
export function useForecastSales(
  scope: ForecastScope,
  { name, first, atRisk, onDay }: { name: string; first: Sort; atRisk: boolean; onDay: OnDay },
) {
  const list = useListParams(name, [first, ...sorts.filter((sort) => sort !== first)], { first: 25 })
  const [by, direction] = (list.sort ?? first).split(':') as [By, 'asc' | 'desc']
  const { itemsPerPage, currentPage } = list.query
  const query = { itemsPerPage, currentPage, sort: by, direction, risk: atRisk ? '1' : '0', ...asAtQuery(useAsAt()) } as const
  const sales = useCall(listForecastSales, { params: placeParams(scope), query }, { keep: true, enabled: onDay !== undefined })
  const to = useScopedPath()
  return {
    className: 'forecast-sales',
    rowKey: ({ _id }: ForecastRow) => _id,
    rowHref: ({ _id, branch }: ForecastRow) =>
      to('/property/forecast', { company: scope.companyId, branch: branch._id, property: _id }),
    sort: { by, direction },
    onSort: (sort: { by: string; direction: 'asc' | 'desc' }) => list.setSort(`${sort.by}:${sort.direction}` as Sort),
    onPage: list.setPage,
    onPageSize: list.setSize,
    ...pagedTableProps(sales),
  }
}

type ForecastColumn = Column<ForecastRow>

/** In lists of the whole company, the branch is below the address. */
export const addressColumn = (wholeCompany: boolean): ForecastColumn => ({
  id: 'address',
  head: 'Address',
  main: true,
  sort: 'address',
  className: 'wraps',
  cell: ({ line1, branch }) =>
    wholeCompany ? (
      <>
        {line1}
        <span className="under">{branch.name}</span>
      </>
    ) : (
      line1
    ),
})

const trackClasses: Partial<Record<string, string>> = { L: 'legal', F: 'financial' }

/** A bar in the colour of the track, the deciding step, and its progress below. */
export function Decides({ decides: { kind, ref, words } }: { decides: DecidesView }) {
  const track = kind === 'step' ? trackClasses[stepDefinition(Number(ref))?.type ?? ''] : kind === 'link' && 'of-link'
  const [what, ...rest] = words.split(': ')
  return (
    <span className={classNames('decides', track)}>
      {what}
      {rest.length > 0 && <span className="under">{capitalised(rest.join(': '))}</span>}
    </span>
  )
}
export const decidesColumn: ForecastColumn = {
  id: 'decides',
  head: 'What decides',
  className: 'wraps wide',
  cell: ({ decides }) => <Decides decides={decides} />,
}
export const fallsColumn: ForecastColumn = {
  id: 'falls',
  head: 'Falls through',
  cell: ({ fallsThroughWords }) => fallsThroughWords,
}
export const halfByColumn = (onDay: OnDay): ForecastColumn => ({
  id: 'halfBy',
  head: 'Half by',
  sort: 'halfBy',
  className: 'tnum',
  cell: ({ _id, branch, halfBy }) =>
    onDay === undefined ? '' : <HowButton how={howAddress('sale', _id, branch._id)}>{dayOrLater(halfBy, onDay)}</HowButton>,
})
export const feeColumn: ForecastColumn = {
  id: 'fee',
  head: 'Expected fee',
  sort: 'fee',
  align: 'right',
  className: 'tnum',
  cell: ({ fee }) => (fee === null ? '' : showPoundsAndPence(fee)),
}
