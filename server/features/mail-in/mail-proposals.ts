import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { MailIn } from '@gya/domain/features/mail-in/mail-in.contract.ts'
import type { Db } from '../../db/pool.ts'
import { previewProposals } from '../party-links/decide-proposal.ts'
import { type ProposalRow, toPreviewed, toProposal } from '../party-links/proposals.repository.ts'
import { loadProperties } from '../properties/read/load-property.ts'

type Showing = { db: Db; companyId: string; today: DateOnly; now: Instant }

/** What e-mails propose for sales, with the effect of accepting, by their id. */
export async function showProposals({ db, companyId, today, now }: Showing, rows: readonly ProposalRow[]) {
  const open = rows.filter(({ state }) => state === 'open')
  const ids = [...new Set(open.map(({ property_id }) => property_id))]
  const properties = ids.length === 0 ? [] : await loadProperties(db, companyId, ids, today)
  const previewed = open.flatMap((row) => {
    const property = properties.find(({ detail }) => detail._id === row.property_id)
    return property ? [toPreviewed(row, property)] : []
  })
  const previews = await previewProposals(db, companyId, previewed, { today, now })
  return Map.groupBy(
    rows.map((row): MailIn['proposals'][number] => ({
      ...toProposal(row),
      propertyId: row.property_id,
      ...(previews.get(row.id) ?? { effect: '', refusal: null }),
    })),
    ({ from }) => from.sourceId,
  )
}
