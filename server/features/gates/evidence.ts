import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import type { Db } from '../../db/pool.ts'
import type { NewEvent } from '../events/events.repository.ts'
import { listChecksOfDocument, reopenChecksOfDocument } from './gates.repository.ts'

/**
 * "Deleting a document that is evidence reopens its check; after exchange it is refused." Returns the events. After exchange, only checks
 * of the accepted offer count.
 */
export async function releaseEvidence(
  db: Db,
  ids: PropertyIds,
  { offers, timeline }: PropertyDetail,
  documentId: string,
): Promise<NewEvent[]> {
  const checks = await listChecksOfDocument(db, ids, documentId)
  if (checks.length === 0) return []
  const accepted = offers.find(({ state }) => state === 'A')?._id
  const exchanged = timeline.data.some(({ key, state }) => key === stepKeys.Exchanged && state === 'C')
  if (exchanged && checks.some(({ offer_id }) => offer_id === accepted)) throw new DomainError('DOCUMENT_IS_EVIDENCE')
  await reopenChecksOfDocument(db, ids, documentId)
  return checks.map(({ offer_id, item_id, title }) => ({
    kind: 'gate-reopened',
    data: { offerId: offer_id, itemId: item_id, title, because: 'document-removed' },
  }))
}
