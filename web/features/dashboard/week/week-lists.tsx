import { showCount } from '@gya/domain/common/show-count.ts'
import { listWords, mostRows, weekLists } from '@gya/domain/features/week/week-page.ts'
import { showNearDay } from '@gya/domain/features/week/week-periods.ts'
import { useContext, useState } from 'react'
import { DialogsContext } from '../../../lib/screens.ts'
import { useMay } from '../../../lib/session/session.tsx'
import { useScopedPath } from '../../../lib/url-state/current-scope.ts'
import { classNames } from '../../../ui/class-names.ts'
import { FoldPanel } from '../../../ui/layout/fold-panel.tsx'
import { useIsPhone } from '../../../ui/layout/use-is-phone.ts'
import { Link } from '../../../ui/navigation/link.tsx'
import type { WireWeek } from './use-week.ts'

type Listed = ReturnType<typeof weekLists>[number]

type Props = {
  week: WireWeek
  scope: { companyId: string; branchId: string | null; areaId: string | undefined }
}

/** Exchanges expected, sales that fell off, and moves, with counts and fees. A row opens its property. */
export function WeekLists({ week, scope: { companyId, branchId, areaId } }: Props) {
  const { share } = useContext(DialogsContext)
  // Sales of an area are not shared as such.
  const mayShare = useMay('sale.share') && areaId === undefined
  const [sharing, setSharing] = useState(false)
  return (
    <div className="wkside">
      {weekLists(week).map((listed) => (
        <ListPanel key={listed.key} listed={listed} week={week} companyId={companyId} />
      ))}
      {week.nobody > 0 && (
        <p className="wknobody">
          {`${showCount(week.nobody, 'sale')} ${week.nobody === 1 ? 'belongs' : 'belong'} to Nobody`}
          {mayShare && (
            <>
              {' · '}
              <button type="button" className="link" aria-haspopup="dialog" onClick={() => setSharing(true)}>
                Share…
              </button>
            </>
          )}
        </p>
      )}
      {sharing &&
        share({
          companyId,
          what: `${showCount(week.nobody, 'sale')} without a progressor`,
          sales: { from: 'nobody', ...(branchId === null ? {} : { branchIds: [branchId] }) },
          onClose: () => setSharing(false),
        })}
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
  const rows = isWhole ? list.rows : list.rows.slice(0, mostRows[key])
  const more = `and ${list.count - rows.length} more`
  const isPhone = useIsPhone()
  const content = (
    <ul className="wl">
      {rows.map((row) => (
        <li key={`${row._id} ${row.on} ${row.words}`}>
          <Link to={to('/property/timeline', { company: companyId, branch: row.branch, property: row._id })}>{row.line1}</Link>
          <span className={classNames('tnum', key !== 'fallen' && row.on !== null && row.on < week.today && 'late')}>
            {row.on === null ? '' : showNearDay(row.on, week.today)}
          </span>
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
  )
  if (isPhone)
    return (
      <FoldPanel title={title} brief={about}>
        {content}
      </FoldPanel>
    )
  return (
    <section className="panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className="mut tnum">{about}</span>
      </header>
      {content}
    </section>
  )
}
