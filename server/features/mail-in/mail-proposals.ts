import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { MailIn } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import type { Db } from '../../db/pool.ts'
import { previewProposals } from '../party-links/decide-proposal.ts'
import { listProposalsOfSource, toPreviewed, toProposal } from '../party-links/proposals.repository.ts'
import { loadProperties } from '../properties/read/load-property.ts'

type Moment = { db: Db; today: DateOnly; now: Instant }

/** What an e-mail proposes for these sales, in order, with the effect of accepting. */
export async function proposalsOfMail(
  { db, today, now }: Moment,
  { companyId, mailInId }: { companyId: string; mailInId: string },
  propertyIds: readonly string[],
): Promise<MailIn['proposals']> {
  const rows = (await listProposalsOfSource(db, { companyId, sourceId: mailInId })).filter(({ property_id }) =>
    propertyIds.includes(property_id),
  )
  const open = rows.filter(({ state }) => state === 'open')
  const ids = [...new Set(open.map(({ property_id }) => property_id))]
  const properties = ids.length === 0 ? [] : await loadProperties(db, companyId, ids, today)
  const previewed = open.flatMap((row) => {
    const property = properties.find(({ detail }) => detail._id === row.property_id)
    return property ? [toPreviewed(row, property)] : []
  })
  const previews = await previewProposals(db, companyId, previewed, { today, now })
  return rows.map((row) => ({
    ...toProposal(row),
    propertyId: row.property_id,
    ...(previews.get(row.id) ?? { effect: '', refusal: null }),
  }))
}
