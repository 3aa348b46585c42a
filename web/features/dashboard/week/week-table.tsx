import { targetMetrics } from '@gya/domain/features/week/targets.ts'
import { type WeekMetric, weekFlows, weekLabels } from '@gya/domain/features/week/week.model.ts'
import { atEndHeading, atEndNote, periodHeadings, targetHeading } from '@gya/domain/features/week/week-page.ts'
import { FoldPanel } from '../../../ui/layout/fold-panel.tsx'
import { useIsPhone } from '../../../ui/layout/use-is-phone.ts'
import { DefinitionButton } from '../metric-value.tsx'
import type { OpenFigure, WireWeek } from './use-week.ts'
import { TargetText, WeekFigure, WeekPace } from './week-figure.tsx'

type Props = { week: WireWeek; onOpen: (figure: OpenFigure) => void }
type Row = WireWeek['rows'][number]

const isFlow = ({ metric }: Row): boolean => (weekFlows as readonly WeekMetric[]).includes(metric)

/** Of a phone, where the others are folded: those that have targets, and the fall-offs. */
const isFirst = ({ metric }: Row): boolean => ['fallOffs', ...targetMetrics].includes(metric)
const listOf = (rows: readonly Row[]): string =>
  new Intl.ListFormat('en-GB').format(
    rows.map(({ metric }, nth) => (nth === 0 ? weekLabels[metric] : weekLabels[metric].toLowerCase())),
  )

/** The figures of the three periods with target and pace; a figure opens its rows, a label its definition. */
export function WeekTable({ week, onOpen }: Props) {
  const heads = periodHeadings(week)
  const stocks = week.rows.filter((row) => !isFlow(row))
  const isPhone = useIsPhone()
  if (isPhone) {
    const card = (row: Row) => <FigureCard key={row.metric} row={row} heads={heads} week={week} onOpen={onOpen} />
    const more = week.rows.filter((row) => isFlow(row) && !isFirst(row))
    return (
      <div className="wkcards">
        {week.rows.filter(isFirst).map(card)}
        <FoldPanel className="wkfold" title={listOf(more)}>
          {more.map(card)}
        </FoldPanel>
        <FoldPanel className="wkfold" title={atEndHeading}>
          <p className="mut">{atEndNote}</p>
          {stocks.map(card)}
        </FoldPanel>
      </div>
    )
  }
  const line = (row: Row) => (
    <tr key={row.metric}>
      <th scope="row">
        <DefinitionButton of={weekLabels[row.metric]} metrics={[row.metric]} asLabel />
      </th>
      {row.values.map((value, period) => (
        <td key={heads[period]} className={period === 0 ? 'num' : 'num mut'}>
          <WeekFigure
            figure={{ metric: row.metric, period }}
            value={value}
            of={heads[period] ?? ''}
            knownSince={week.knownSince}
            onOpen={onOpen}
          />
        </td>
      ))}
      <td className="num">
        <TargetText {...row} />
      </td>
      <td>
        <WeekPace {...row} />
      </td>
    </tr>
  )
  return (
    <div className="frame">
      <table className="tbl list wk">
        <thead>
          <tr>
            <th scope="col">{week.name}</th>
            {heads.map((head) => (
              <th key={head} scope="col" className="num">
                {head}
              </th>
            ))}
            <th scope="col" className="num">
              {targetHeading(week)}
            </th>
            <th scope="col">Pace</th>
          </tr>
        </thead>
        <tbody>
          {week.rows.filter(isFlow).map(line)}
          <tr className="sep">
            <th scope="rowgroup" colSpan={heads.length + 3}>
              {atEndHeading} <span className="mut">{atEndNote}</span>
            </th>
          </tr>
          {stocks.map(line)}
        </tbody>
      </table>
    </div>
  )
}

/** "390: measures as cards of three figures". A figure opens from its heading too, so that both are one target of 44 px. */
const FigureCard = ({ row, heads, week, onOpen }: Props & { row: Row; heads: string[] }) => (
  <section className="panel wkcard" aria-label={weekLabels[row.metric]}>
    <header>
      <DefinitionButton of={weekLabels[row.metric]} metrics={[row.metric]} asLabel />
      <span className="spacer" />
      {row.target !== null && (
        <span className="mut t12">
          {`${targetHeading(week)} `}
          <TargetText {...row} />
        </span>
      )}
      <WeekPace {...row} />
    </header>
    <dl>
      {row.values.map((value, period) => (
        <div key={heads[period]}>
          <dt>{heads[period]}</dt>
          <dd>
            <WeekFigure
              figure={{ metric: row.metric, period }}
              value={value}
              of={heads[period] ?? ''}
              knownSince={week.knownSince}
              onOpen={onOpen}
            />
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
