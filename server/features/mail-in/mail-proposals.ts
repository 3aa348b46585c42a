import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { MailIn } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import type { Db } from '../../db/pool.ts'
import { previewProposals } from '../party-links/decide-proposal.ts'
import { listProposalsOfSources, toPreviewed, toProposal } from '../party-links/proposals.repository.ts'
import { loadProperties } from '../properties/read/load-property.ts'

type Moment = { db: Db; today: DateOnly; now: Instant }

type ProposalOfMail = MailIn['proposals'][number]

/** What e-mails propose for sales, in order, with the effect of accepting. */
export async function proposalsOfMails(
  { db, today, now }: Moment,
  { companyId, mailInIds }: { companyId: string; mailInIds: readonly string[] },
): Promise<Map<string | null, ProposalOfMail[]>> {
  const rows = await listProposalsOfSources(db, { companyId, sourceIds: mailInIds })
  const open = rows.filter(({ state }) => state === 'open')
  const ids = [...new Set(open.map(({ property_id }) => property_id))]
  const properties = ids.length === 0 ? [] : await loadProperties(db, companyId, ids, today)
  const previewed = open.flatMap((row) => {
    const property = properties.find(({ detail }) => detail._id === row.property_id)
    return property ? [toPreviewed(row, property)] : []
  })
  const previews = await previewProposals(db, companyId, previewed, { today, now })
  const shown = rows.map((row) => ({
    sourceId: row.source_id,
    proposal: {
      ...toProposal(row),
      propertyId: row.property_id,
      ...(previews.get(row.id) ?? { effect: '', refusal: null }),
    },
  }))
  return new Map(
    [...Map.groupBy(shown, ({ sourceId }) => sourceId)].map(([id, ofMail]) => [id, ofMail.map(({ proposal }) => proposal)]),
  )
}
