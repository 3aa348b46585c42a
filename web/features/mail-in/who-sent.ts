import { saleRoleLabels } from '@gya/domain/features/property-contacts/parties.ts'
import type { WireMail } from './message-view.tsx'

/** Who the sender is. The party of what a colleague forwarded, or wrote to a party, is not its sender. */
export function whoSent({
  party,
  state,
  forwardedBy,
  outgoing,
}: Pick<WireMail, 'party' | 'state' | 'forwardedBy' | 'outgoing'>): string {
  if (forwardedBy !== null || outgoing) return 'Colleague'
  if (party) return saleRoleLabels[party.role]
  return state === 'filed' ? 'New at this sale' : 'Not in our contacts'
}
