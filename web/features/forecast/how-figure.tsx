import { showDate } from '@gya/domain/common/dates.ts'
import type { Wire } from '@gya/domain/endpoint.ts'
import type { readHow } from '@gya/domain/features/forecast/how.contract.ts'
import { useScopedPath } from '../../lib/url-state/current-scope.ts'
import { Link } from '../../ui/navigation/link.tsx'
import { PageRange, Pager } from '../../ui/table/pager.tsx'
import { ChangedBy } from './changed-by.tsx'

type How = Wire<typeof readHow, 'response'>

/** A figure in a sentence, its terms, the counted rows, and what changed it. */
export function HowFigure({
  how,
  busy,
  companyId,
  onPage,
}: {
  how: How
  busy: boolean
  companyId: string
  onPage: (page: number) => void
}) {
  return (
    <div className="how-figure">
      <p className="sentence">
        <b>{how.sentence}</b> <span className="mut">{how.definition}</span>
      </p>
      {how.terms.length > 0 && (
        <section aria-labelledby="how-terms">
          <h3 id="how-terms">What it is made of</h3>
          <table className="forecast-table how-rows">
            <tbody>
              {how.terms.map(({ label, value, from }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td className="num tnum">{value}</td>
                  <td className="note-of mut">{from}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {how.changes.length > 0 && <Changes how={how} companyId={companyId} />}
      {how.rowsAre && (
        <section aria-labelledby="how-rows" aria-busy={busy}>
          <h3 id="how-rows">{how.rowsAre}</h3>
          {how.rows.length === 0 ? <p className="mut">None.</p> : <Rows how={how} companyId={companyId} onPage={onPage} />}
        </section>
      )}
    </div>
  )
}

type Property = How['rows'][number]['property']

const PropertyLink = ({ property, companyId, to }: { property: Property; companyId: string; to: '/property/edit' }) => {
  const path = useScopedPath()
  return <Link to={path(to, { company: companyId, branch: property.branch, property: property._id })}>{property.line1}</Link>
}

function Rows({ how: { rows, paging }, companyId, onPage }: { how: How; companyId: string; onPage: (page: number) => void }) {
  return (
    <>
      <table className="forecast-table how-rows">
        <tbody>
          {rows.map(({ property, words, value }) => (
            <tr key={`${property._id} ${words} ${value}`}>
              <th scope="row">
                <PropertyLink property={property} companyId={companyId} to="/property/edit" />
              </th>
              <td className="note-of mut">{words}</td>
              <td className="num tnum">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {paging.totalPages > 1 && (
        <nav className="how-pager" aria-label="Pages">
          <PageRange paging={paging} />
          <Pager currentPage={paging.currentPage} totalPages={paging.totalPages} onPage={onPage} />
        </nav>
      )}
    </>
  )
}

function Changes({ how: { changes, method }, companyId }: { how: How; companyId: string }) {
  const isMetric = method === null
  return (
    <section aria-labelledby="how-changes">
      <h3 id="how-changes">{isMetric ? 'Added and removed since the day before' : 'Earlier forecasts, and what changed them'}</h3>
      <table className="forecast-table how-rows">
        <tbody>
          {changes.map(({ on, from, to, because, eventId, property }) => (
            <tr key={`${on} ${property?._id ?? ''} ${to} ${eventId ?? ''}`}>
              <th scope="row" className="tnum">
                {isMetric
                  ? property && <PropertyLink property={property} companyId={companyId} to="/property/edit" />
                  : showDate(on)}
              </th>
              <td className="num tnum">{isMetric ? (to ? 'added' : 'removed') : from ? `${to}, before ${from}` : to}</td>
              <td className="note-of">
                <ChangedBy because={because} eventId={eventId} on={on} companyId={companyId} property={property} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
