import { type DateOnly, type Instant, londonDay } from '@gya/domain/common/dates.ts'
import type { LinkEnding } from '@gya/domain/features/party-links/party-links.model.ts'
import { completedLinksEndBefore } from '@gya/domain/features/party-links/party-links.rules.ts'
import { undecidedDays } from '@gya/domain/features/party-links/proposal-limits.ts'
import { stepKeys } from '@gya/domain/features/timeline/step-definitions.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { daysLater } from '../../infra/clock.ts'
import { forEachCompany, forEachIsolated, inWindows, type LoopContext } from '../../jobs/for-each-isolated.ts'
import { recordAboutProperty } from '../properties/write/record-about-property.ts'
import { endLinks } from './end-links.ts'
import { endUndecided } from './proposals.repository.ts'

type Over = { company_id: string; property_id: string; because: LinkEnding; ids: string[] }

const propertiesPerWindow = 500

/**
 * Scheduled job: ends expired links, links of sales that completed 14 days ago, and proposals of assistants after 7 days. Such links already return 404; the job records
 * their end and deletes their token hashes. Each property has its own transaction.
 */
export async function endPartyLinks(context: LoopContext): Promise<void> {
  const { database, clock } = context
  const now = clock.now()
  const today = londonDay(now)
  const newId = () => clock.newId()
  await forEachIsolated(context, {
    job: 'end-party-links',
    items: inWindows<Over>(propertiesPerWindow, (after) => findOver(database.db, { now, today, after })),
    idOf: ({ company_id: companyId, property_id, because }) => ({ companyId, key: `${companyId} ${property_id} ${because}` }),
    work: ({ company_id: companyId, property_id: propertyId, because, ids }) =>
      database.db.transaction().execute((db) =>
        recordAboutProperty({ db, now, today, newId, caller: null }, { companyId, propertyId }, async () => {
          await endLinks({ db, companyId, userId: null, now, newId }, ids, because)
          return []
        }),
      ),
  })
  const since = daysLater(now, -undecidedDays)
  await forEachCompany(context, 'end-party-links', async (companyId) => {
    await endUndecided(database.db, companyId, { since, now })
  })
}

type Window = { now: Instant; today: DateOnly; after: Over | null }

/** Links that are over, by property and reason, in this order. */
async function findOver(db: Db, { now, today, after }: Window): Promise<Over[]> {
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
    where ${after === null} or (company_id, property_id, because) > (${after?.company_id}::uuid, ${after?.property_id}::uuid, ${after?.because}::text)
    group by company_id, property_id, because order by company_id, property_id, because limit ${propertiesPerWindow}`.execute(db)
  return rows
}
