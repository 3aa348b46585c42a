import { isPassed } from '@gya/domain/features/sale-now/sale-now.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import {
  type StepChange,
  saleTurns,
  vendorMessages,
  vendorNewsDelaySeconds,
} from '@gya/domain/features/vendor-portal/vendor-portal.rules.ts'
import { sql } from 'kysely'
import type { LoadedProperty } from '../properties/read/load-property.ts'
import type { PropertyChanged } from '../properties/write/property-effects.ts'

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const isTurn = (because: unknown): boolean => saleTurns.some((turn) => turn === because)

/** Steps whose state was changed, by a fall-off or restore too. A corrected date is not news. */
const stepChangesIn = (events: PropertyChanged['events']): StepChange[] =>
  events
    .filter(({ kind, data }) => kind === 'step-changed' && (data?.from !== data?.to || isTurn(data?.because)))
    .map(({ data }) => ({
      key: Number(data?.key),
      from: textOrNull(data?.from),
      to: textOrNull(data?.to),
      because: textOrNull(data?.because),
    }))

/** Without the preference, or if the address is not confirmed, nothing is e-mailed. */
export const wantsNews = ({ detail: { owner } }: LoadedProperty): boolean => owner.contactPrefs.email && owner.emailVerified

/** Whether the e-mail to the vendor tells of these events of the property. */
export function hasVendorNews(before: LoadedProperty, events: PropertyChanged['events']): boolean {
  if (!wantsNews(before)) return false
  if (events.some(({ kind }) => kind === 'withdrawn' || kind === 'reinstated')) return true
  const changes = stepChangesIn(events)
  const isReopened = changes.some(({ key, from }) => key === stepKeys.Exchanged && from === 'C')
  return (
    vendorMessages(changes.filter(({ key, because }) => isReopened || isTurn(because) || !isPassed(before.sale, key))).length > 0
  )
}

/**
 * "Messages when a step is saved (by e-mail too if their preferences say so)." The e-mail waits two minutes: further changes of the sale
 * are added to it, and undone ones are left out (`sendVendorNews`). A waiting row is locked, so that it is not sent before this change
 * commits.
 */
export async function notifyVendors(changes: readonly PropertyChanged[]): Promise<void> {
  // The first steps of a property that is taken on are not sent to the vendor.
  const told = changes.filter(({ before, events }) => before !== null && hasVendorNews(before, events))
  const [first] = told
  if (!first) return
  const send_after = new Date(Date.parse(first.now) + vendorNewsDelaySeconds * 1000).toISOString()
  await first.db
    .insertInto('vendor_news')
    .values(
      told.map(({ property: { detail }, now }) => ({
        company_id: detail.company._id,
        property_id: detail._id,
        since: now,
        send_after,
      })),
    )
    .onConflict((conflict) => conflict.columns(['company_id', 'property_id']).doUpdateSet({ since: sql`vendor_news.since` }))
    .execute()
}
