import type { Instant } from '@gya/domain/common/dates.ts'
import type { EventData } from '@gya/domain/features/events/event-facts.ts'
import { openFacts } from '@gya/domain/features/public-api/open-event-kinds.ts'
import type { OpenRef } from '../public-api/open-reads.read-model.ts'

/** The current facts of a message. They are read for each attempt, because the facts of an entry can be erased. */
export type MessageFacts = {
  type: string
  position: number
  at: Instant
  kind: string
  facts: EventData
  company_id: string
  branch_id: string | null
  property_id: string | null
  refs: readonly OpenRef[]
}

/**
 * "`{ type, timestamp, data: { position, companyId, branchId, propertyId, refs, facts } }`. Thin."
 * [connect §4.2](docs/design/connect.md#4.2).
 */
export const messageBody = ({
  type,
  position,
  at,
  kind,
  facts,
  company_id,
  branch_id,
  property_id,
  refs,
}: MessageFacts): string =>
  JSON.stringify({
    type,
    timestamp: at,
    data: {
      position,
      companyId: company_id,
      branchId: branch_id,
      propertyId: property_id,
      refs,
      facts: openFacts(kind, facts),
    },
  })
