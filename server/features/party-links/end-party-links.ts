import { londonDay } from '@gya/domain/common/dates.ts'
import type { LinkEnding } from '@gya/domain/features/party-links/party-links.model.ts'
import { completedLinksEndBefore } from '@gya/domain/features/party-links/party-links.rules.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import { recordAboutProperty } from '../properties/write/record-about-property.ts'
import { endLinks } from './end-links.ts'

type Over = { company_id: string; property_id: string; because: LinkEnding; ids: string[] }

/** Maximum number of properties per run. The next run continues a day later. */
const maxProperties = 2000

/**
 * Scheduled job: ends expired links, and links of sales that completed 14 days ago. Such links already return 404; the job records
 * their end and deletes their token hashes. Each property has its own transaction.
 */
export async function endPartyLinks({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  const now = clock.now()
  const today = londonDay(now)
  const { rows } = await sql<Over>`
    with over as (
      select l.company_id, l.property_id, l.id,
        case when s.completed_on <= ${completedLinksEndBefore(today)}::date then 'completed' else 'expired' end as because
      from party_link l
      join property p on p.company_id = l.company_id and p.id = l.property_id and p.deleted_on is null
      join branch b on b.company_id = p.company_id and b.id = p.branch_id and b.deleted_on is null
      left join property_step s on s.company_id = l.company_id and s.property_id = l.property_id
        and s.key = ${stepKeys.Completed} and s.state = 'C'
      where l.ended_on is null and (l.expires_on <= ${now} or s.completed_on <= ${completedLinksEndBefore(today)}::date)
    )
    select company_id, property_id, because, array_agg(id::text order by id) as ids from over
    group by company_id, property_id, because order by company_id, property_id, because limit ${maxProperties}`.execute(
    database.db,
  )
  const newId = () => clock.newId()
  for (const { company_id: companyId, property_id: propertyId, because, ids } of rows)
    await database.db.transaction().execute((db) =>
      recordAboutProperty({ db, now, today, newId, caller: null }, { companyId, propertyId }, async () => {
        await endLinks({ db, companyId, userId: null, now, newId }, ids, because)
        return []
      }),
    )
}
