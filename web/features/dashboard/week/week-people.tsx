import {
  nobodyRow,
  paceHeadings,
  paceMetricOf,
  peopleColumns,
  peopleMetrics,
  type WeekBy,
  weekByLabels,
  weekBys,
} from '@gya/domain/features/week/week.model.ts'
import { personName, showFigure } from '@gya/domain/features/week/week-page.ts'
import { useState } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { SegmentedField } from '../../../ui/fields/segmented-field.tsx'
import { FoldPanel } from '../../../ui/layout/fold-panel.tsx'
import { useIsPhone } from '../../../ui/layout/use-is-phone.ts'
import type { OpenFigure, WireWeek } from './use-week.ts'
import { WeekFigure, WeekPace } from './week-figure.tsx'

type Props = { week: WireWeek; onBy: (by: WeekBy) => void; onOpen: (figure: OpenFigure) => void }
type Person = WireWeek['people'][number]

const byOptions = weekBys.map((value) => ({ value, label: weekByLabels[value] }))

/** Of a phone, before all are asked for. */
const fewPeople = 8

/** The figures of the period by branch, negotiator or progressor; every column adds up to the figure above. */
export function WeekPeople({ week, onBy, onOpen }: Props) {
  const isPhone = useIsPhone()
  const [isWhole, setWhole] = useState(false)
  const totals = peopleColumns.map(([metric]) => week.rows.find((row) => row.metric === metric)?.values[0])
  const figures = (person: Person) =>
    peopleColumns.map(([metric, head], nth) => ({
      head,
      figure: (
        <WeekFigure
          figure={{ metric, period: 0, who: person._id }}
          value={person.values[nth]}
          of={person.name}
          knownSince={week.knownSince}
          onOpen={onOpen}
        />
      ),
    }))
  const pace = (person: Person) => <WeekPace metric={paceMetricOf(week.by)} {...person} />
  const paced = peopleMetrics.indexOf(paceMetricOf(week.by))
  return (
    <>
      <div className="wkby">
        <SegmentedField label="By" hideLabel options={byOptions} value={week.by} onChange={onBy} />
        <span className="mut">
          {week.by === 'branch' ? '' : 'Who had the sale on the day it was recorded. '}Every column adds up to the figure above,
          but for the rounding to pounds.
        </span>
      </div>
      {isPhone ? (
        <div className="wkcards">
          {(isWhole ? week.people : week.people.slice(0, fewPeople)).map((person) => (
            <FoldPanel
              key={person._id}
              className="wkcard"
              title={personName(person)}
              brief={
                person.pace === null
                  ? `${peopleColumns[paced]?.[1]} ${showFigure(paceMetricOf(week.by), person.values[paced])}`
                  : pace(person)
              }
            >
              <dl>
                {figures(person).map(({ head, figure }) => (
                  <div key={head}>
                    <dt>{head}</dt>
                    <dd>{figure}</dd>
                  </div>
                ))}
              </dl>
            </FoldPanel>
          ))}
          {!isWhole && week.people.length > fewPeople && (
            <button type="button" className="link" onClick={() => setWhole(true)}>
              {`and ${week.people.length - fewPeople} more`}
            </button>
          )}
        </div>
      ) : (
        <div className="frame wkpeople" tabIndex={0} role="region" aria-label={`By ${week.by}`}>
          <table className="tbl list wk by">
            <thead>
              <tr>
                <th scope="col">{weekByLabels[week.by]}</th>
                {peopleColumns.map(([metric, head]) => (
                  <th key={metric} scope="col" className="num">
                    {head}
                  </th>
                ))}
                <th scope="col">{paceHeadings[week.by]}</th>
              </tr>
            </thead>
            <tbody>
              {week.people.map((person) => (
                <tr key={person._id}>
                  <th scope="row" className={classNames(person._id === nobodyRow && 'mut')}>
                    {personName(person)}
                  </th>
                  {figures(person).map(({ head, figure }) => (
                    <td key={head} className="num">
                      {figure}
                    </td>
                  ))}
                  <td>{pace(person)}</td>
                </tr>
              ))}
              <tr className="tot">
                <th scope="row">{week.name}</th>
                {peopleColumns.map(([metric], nth) => (
                  <td key={metric} className="num">
                    {showFigure(metric, totals[nth])}
                  </td>
                ))}
                <td>
                  <span className="vh">None</span>
                </td>
              </tr>
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
