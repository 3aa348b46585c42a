import { showCount } from '@gya/domain/common/show-count.ts'
import { listWords, weekLists } from '@gya/domain/features/week/week-page.ts'
import { showNearDay } from '@gya/domain/features/week/week-periods.ts'
import { useState } from 'react'
import { useScopedPath } from '../../../lib/url-state/current-scope.ts'
import { Link } from '../../../ui/navigation/link.tsx'
import type { WireWeek } from './use-week.ts'

type Listed = ReturnType<typeof weekLists>[number]

/** Rows that are shown before all are asked for. */
const fewRows = 10

/** Exchanges expected, sales that fell off, and moves, with counts and fees. A row opens its property. */
export function WeekLists({ week, companyId }: { week: WireWeek; companyId: string }) {
  const to = useScopedPath()
  return (
    <div className="wkside">
      {weekLists(week).map((listed) => (
        <ListPanel key={listed.key} listed={listed} week={week} companyId={companyId} />
      ))}
      {week.nobody > 0 && (
        <p className="wknobody">
          {`${showCount(week.nobody, 'sale')} ${week.nobody === 1 ? 'belongs' : 'belong'} to Nobody`}
          {' · '}
          <Link className="link" to={to('/today', {}, { who: 'nobody' })}>
            See in Today
          </Link>
        </p>
      )}
    </div>
  )
}

function ListPanel({
  listed: { key, title, about, list },
  week,
  companyId,
}: {
  listed: Listed
  week: WireWeek
  companyId: string
}) {
  const to = useScopedPath()
  const [isWhole, setWhole] = useState(false)
  const rows = isWhole ? list.rows : list.rows.slice(0, fewRows)
  const more = `and ${list.count - rows.length} more`
  return (
    <section className="panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className="mut tnum">{about}</span>
      </header>
      <ul className="wl">
        {rows.map((row) => (
          <li key={`${row._id} ${row.on} ${row.words}`}>
            <Link to={to('/property/timeline', { company: companyId, branch: row.branch, property: row._id })}>{row.line1}</Link>
            <span className="tnum">{row.on === null ? '' : showNearDay(row.on, week.today)}</span>
            <em className={row.tone ?? undefined}>{listWords(key, row)}</em>
          </li>
        ))}
        {list.count === 0 && <li className="mut">None</li>}
        {list.count > rows.length && (
          <li className="mut">
            {isWhole ? (
              more
            ) : (
              <button type="button" className="link" onClick={() => setWhole(true)}>
                {more}
              </button>
            )}
          </li>
        )}
      </ul>
    </section>
  )
}
