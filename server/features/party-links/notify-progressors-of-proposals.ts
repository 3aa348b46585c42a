import { managers } from '@gya/domain/access/permissions.ts'
import type { Instant } from '@gya/domain/common/dates.ts'
import type { LinkParty } from '@gya/domain/features/party-links/party-links.model.ts'
import { describeProposal } from '@gya/domain/features/party-links/proposals.rules.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import { queueMail } from '../../emails/outbox.ts'
import { proposalsWaitingEmail } from '../../emails/proposals-waiting.ts'
import { isInReach } from '../../http/access/reach.ts'
import type { Clock } from '../../infra/clock.ts'
import { forEachIsolated } from '../../jobs/for-each-isolated.ts'
import { jobAdder } from '../../jobs/queue.ts'
import { contentOf, type ProposalRow } from './proposals.repository.ts'

type JobContext = { database: Database; clock: Clock; publicUrl: string }

type Waiting = Pick<ProposalRow, 'what' | 'step_key' | 'step_state' | 'date_kind' | 'on_day' | 'text' | 'file_name' | 'party'> & {
  id: string
  line1: string
}

/** Sales of one progressor, or of a branch without a progressor, with proposals that no e-mail has mentioned. */
type Group = { company_id: string; progressor_id: string | null; branch_id: string | null }

const hourMs = 3_600_000

/**
 * Scheduled job. "The progressor (else branch admins) is told … at most once an hour, by e-mail."
 * [connect §6.7](docs/design/connect.md#6.7). An inactive progressor counts as none. Proposals made within the hour are in the next e-mail.
 */
export async function notifyProgressorsOfProposals(context: JobContext): Promise<void> {
  const { database, clock, publicUrl } = context
  const now = clock.now()
  const anHourAgo = new Date(Date.parse(now) - hourMs).toISOString()
  const { rows } = await sql<Group>`
    with untold as (
      select o.company_id, u.id as progressor_id, case when u.id is null then p.branch_id end as branch_id
      from party_proposal o
      join property p on p.company_id = o.company_id and p.id = o.property_id and p.deleted_on is null
      join branch b on b.company_id = p.company_id and b.id = p.branch_id and b.deleted_on is null
      left join app_user u on u.id = p.b_staff and u.deleted_on is null and u.deactivated_on is null
      where o.state = 'open' and o.notified_on is null
    )
    select distinct u.* from untold u
    where not exists (
      select from party_proposal t join property q on q.company_id = t.company_id and q.id = t.property_id
      where t.company_id = u.company_id and t.notified_on > ${anHourAgo}
        and (q.b_staff = u.progressor_id or (u.progressor_id is null and q.branch_id = u.branch_id)))`.execute(database.db)
  await forEachIsolated(context, {
    job: 'notify-progressors-of-proposals',
    items: rows,
    idOf: ({ company_id: companyId, progressor_id, branch_id }) => ({
      companyId,
      key: `${companyId} ${progressor_id ?? branch_id}`,
    }),
    work: (group) =>
      database.db.transaction().execute((db) => tellGroup({ db, now, newId: () => clock.newId(), publicUrl }, group)),
  })
}

async function tellGroup(
  { db, now, newId, publicUrl }: { db: Db; now: Instant; newId(): string; publicUrl: string },
  group: Group,
): Promise<void> {
  const proposals = await claimNewProposals(db, group, now)
  if (proposals.length === 0) return
  const lines = proposals.map((one) => ({
    party: one.party as LinkParty,
    line1: one.line1,
    words: describeProposal(contentOf(one)),
  }))
  for (const recipient of await findRecipients(db, group))
    await queueMail(
      { db, now, newId, addJob: jobAdder(db) },
      proposalsWaitingEmail(recipient, { companyId: group.company_id, proposals: lines, publicUrl }),
    )
}

/** Marks proposals as notified and returns them. Skips rows that another process has locked. */
async function claimNewProposals(db: Db, { company_id, progressor_id, branch_id }: Group, now: Instant): Promise<Waiting[]> {
  const rows = await db
    .selectFrom('party_proposal as o')
    .innerJoin('property as p', (join) => join.onRef('p.company_id', '=', 'o.company_id').onRef('p.id', '=', 'o.property_id'))
    .innerJoin('party_link as l', (join) => join.onRef('l.company_id', '=', 'o.company_id').onRef('l.id', '=', 'o.link_id'))
    .select(['o.id', 'o.what', 'o.step_key', 'o.step_state', 'o.date_kind', 'o.on_day', 'o.text', 'o.file_name'])
    .select(['l.party', 'p.line1'])
    .where('o.company_id', '=', company_id)
    .where('o.state', '=', 'open')
    .where('o.notified_on', 'is', null)
    .where('p.deleted_on', 'is', null)
    .$if(progressor_id !== null, (query) => query.where('p.b_staff', '=', progressor_id))
    .$if(progressor_id === null, (query) => query.where('p.branch_id', '=', branch_id ?? ''))
    .orderBy('o.createdon')
    .forUpdate('o')
    .skipLocked()
    .execute()
  if (rows.length === 0) return []
  await db
    .updateTable('party_proposal')
    .set({ notified_on: now })
    .where('company_id', '=', company_id)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  return rows
}

/** Returns the progressor, otherwise the admins of the branch. */
async function findRecipients(db: Db, { company_id, progressor_id, branch_id }: Group) {
  const rows = await db
    .selectFrom('app_user as u')
    .select(['u.email', 'u.first_name', 'u.last_name'])
    .where('u.company_id', '=', company_id)
    .where('u.deleted_on', 'is', null)
    .where('u.deactivated_on', 'is', null)
    .where('u.placeholder', '=', false)
    .$if(progressor_id !== null, (query) => query.where('u.id', '=', progressor_id ?? ''))
    .$if(progressor_id === null, (query) =>
      query
        .where('u.type', 'in', [...managers])
        .where('u.type', '!=', 'COMPANY_ADMIN')
        .where(isInReach({ companyId: sql.ref('u.company_id'), branchId: branch_id })),
    )
    .orderBy('u.email')
    .execute()
  return rows.map(({ email, first_name, last_name }) => ({ email, firstName: first_name, lastName: last_name }))
}
