import { isDateOnly } from '@gya/domain/common/dates.ts'
import { PropertyPage } from '../../features/properties/property-page.tsx'
import { PropertyRecordLedger } from '../../features/record/property-record.tsx'
import { useSearchParams } from '../../lib/url-state/search-params.ts'

const dayOf = (typed: string | undefined): string | null => (typed !== undefined && isDateOnly(typed) ? typed : null)

/** /property/record: the sealed record of a property. `from`, `until`: the days shown at first; `id`: an entry to look at. */
export default function PropertyRecordPage() {
  const { from, until, id } = useSearchParams()
  return (
    <PropertyPage crumb="Record">
      {(property, params) => (
        <PropertyRecordLedger
          key={`${property._id} ${id} ${from}`}
          params={params}
          days={{ from: dayOf(from), until: dayOf(until) }}
          entryId={id}
        />
      )}
    </PropertyPage>
  )
}
