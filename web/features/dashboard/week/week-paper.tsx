import './week-paper.css'
import { atEndHeading, atEndNote, type PageCell, type PageTable, weekPage } from '@gya/domain/features/week/week-page.ts'
import { useState } from 'react'
import { useMe } from '../../../lib/session/session.tsx'
import { now } from '../../../lib/today.ts'
import { Paper } from '../../../ui/print/paper.tsx'
import type { WireWeek } from './use-week.ts'

const Cells = ({ cells, heads }: { cells: readonly PageCell[]; heads: readonly string[] }) =>
  cells.map(({ text, tone }, nth) => (
    <td key={heads[nth]} className={nth === cells.length - 1 ? tone : `paper-right ${tone ?? ''}`}>
      {text}
    </td>
  ))

const Table = ({ table: { head, rows }, atEnd }: { table: PageTable; atEnd?: PageTable['rows'] }) => {
  const last = head.length - 2
  const line = ({ name, cells, isTotal, isQuiet }: PageTable['rows'][number]) => (
    <tr key={name} className={isTotal ? 'tot' : isQuiet ? 'quiet' : undefined}>
      <th scope="row">{name}</th>
      <Cells cells={cells} heads={head.slice(1)} />
    </tr>
  )
  return (
    <table>
      <thead>
        <tr>
          {head.map((text, nth) => (
            <th key={text} scope="col" className={nth > 0 && nth <= last ? 'paper-right' : undefined}>
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(line)}
        {atEnd && (
          <tr className="sep">
            <th scope="rowgroup" colSpan={head.length}>
              {atEndHeading} <small>{atEndNote}</small>
            </th>
          </tr>
        )}
        {atEnd?.map(line)}
      </tbody>
    </table>
  )
}

type Props = { week: WireWeek; isPrinting?: boolean; onClose: () => void }

/** The week on one A4 page, of the same model as the PDF. */
export function WeekPaper({ week, isPrinting, onClose }: Props) {
  const { fullName } = useMe()
  const [at] = useState(now)
  const page = weekPage(week, { now: at, madeFor: fullName })
  return (
    <Paper layout="one-page" isPrinting={isPrinting} onDone={onClose}>
      <div className="week-paper">
        <header>
          <div>
            <h1>{page.title}</h1>
            <p>{page.subtitle}</p>
          </div>
          <small>{page.made}</small>
        </header>
        <Table table={page.figures} atEnd={page.atEnd} />
        <h2>{page.peopleTitle}</h2>
        <Table table={page.people} />
        <div className="lists">
          {page.lists.map(({ title, about, rows, more }) => (
            <section key={title}>
              <h2>
                {title} <small>{about}</small>
              </h2>
              <ul>
                {rows.map(({ name, on, words }) => (
                  <li key={`${name} ${on} ${words.text}`}>
                    <b>{name}</b> <span>{on}</span> <em className={words.tone}>{words.text}</em>
                  </li>
                ))}
                {rows.length === 0 && <li>None</li>}
                {more && <li>{more}</li>}
              </ul>
            </section>
          ))}
        </div>
        <footer>{page.foot}</footer>
      </div>
    </Paper>
  )
}
