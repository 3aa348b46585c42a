import { useScopedPath } from '../../platform/place.ts'
import { Link as PageLink } from '../../ui/link.tsx'
import { salesProgress } from './chain.messages.ts'
import type { Link } from './chain-edit.ts'

/** Where the ticks of a link come from that shows a property: its timeline. */
export function LinkedSaleProgress({ link: { propertyRef, timeline } }: { link: Link }) {
  const to = useScopedPath()
  const line1 = propertyRef?.address.line1 ?? 'this property'
  return (
    <section className="group" aria-label={salesProgress}>
      <p className="hint">
        {propertyRef?.deleted ? 'As it was when the chain was last saved.' : 'The ticks follow the timeline of '}
        {propertyRef && !propertyRef.deleted && (
          <>
            {propertyRef.branch ? (
              <PageLink
                className="link"
                to={to('/property/timeline', { branch: propertyRef.branch._id, property: propertyRef._id })}
              >
                {line1}
              </PageLink>
            ) : (
              line1
            )}
            .
          </>
        )}
        {timeline.surveyDate && ` The first survey is on ${timeline.surveyDate}.`}
      </p>
    </section>
  )
}
