import type { Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { draftCaution } from '@gya/domain/features/assistants/draft-caution.ts'
import type {
  DateKind,
  Proposal,
  ProposalContent,
  ProposalSource,
  ProposalState,
  ProposalType,
  Proposer,
} from '@gya/domain/features/party-links/party-links.model.ts'
import { maxOpenProposals, undecidedReason } from '@gya/domain/features/party-links/proposal-limits.ts'
import { describeProposal, topicOf } from '@gya/domain/features/party-links/proposals.rules.ts'
import { type Insertable, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/pool.ts'
import type { PartyProposal } from '../../db/schema.ts'
import type { LoadedProperty } from '../properties/read/load-property.ts'

const proposals = (db: Db, companyId: string) =>
  db
    .selectFrom('party_proposal as o')
    .leftJoin('party_link as l', (join) => join.onRef('l.company_id', '=', 'o.company_id').onRef('l.id', '=', 'o.link_id'))
    .leftJoin('mail_in as i', (join) => join.onRef('i.company_id', '=', 'o.company_id').onRef('i.id', '=', 'o.source_id'))
    .leftJoin('app_grant as g', (join) => join.onRef('g.company_id', '=', 'o.company_id').onRef('g.id', '=', 'o.source_id'))
    .leftJoin('connected_app as a', (join) => join.onRef('a.company_id', '=', 'g.company_id').onRef('a.id', '=', 'g.app_id'))
    .leftJoin('app_user as h', 'h.id', 'g.user_id')
    .leftJoin('app_user as u', 'u.id', 'o.decided_by')
    .selectAll('o')
    .select(['o.proposed_by as party', 'l.email', 'l.tell_me', 'l.ended_because as link_ended_because'])
    .select(
      sql<string>`coalesce(l.name, nullif(i.party_name, ''), i.from_name,
        h.first_name || ' ' || h.last_name || ', with ‘' || a.name || '’', case o.source when 'assistant' then 'With an assistant' end, '')`.as(
        'name',
      ),
    )
    .select(sql<boolean>`i.warnings <> '[]' and i.cleared_on is null`.as('has_warning'))
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('decider'))
    .where('o.company_id', '=', companyId)

export type ProposalRow = Awaited<ReturnType<ReturnType<typeof proposals>['execute']>>[number]

/** Maximum rows of one list. A link can create 20 a day. */
const maxRows = 200

/** Proposals of the parties of one sale, newest first. */
export const listProposalsOfSale = (db: Db, { companyId, propertyId }: PropertyIds, offerId: string): Promise<ProposalRow[]> =>
  proposals(db, companyId)
    .where('o.property_id', '=', propertyId)
    .where('o.offer_id', '=', offerId)
    .orderBy('o.createdon', 'desc')
    .orderBy('o.id', 'desc')
    .limit(maxRows)
    .execute()

/** Proposals of one link, newest first. */
export const listProposalsOfLink = (
  db: Db,
  { companyId, linkId }: { companyId: string; linkId: string },
): Promise<ProposalRow[]> =>
  proposals(db, companyId)
    .where('o.link_id', '=', linkId)
    .orderBy('o.createdon', 'desc')
    .orderBy('o.id', 'desc')
    .limit(maxRows)
    .execute()

/** Proposals of e-mails or other sources, in their order. */
export const listProposalsOfSources = (
  db: Db,
  { companyId, sourceIds }: { companyId: string; sourceIds: readonly string[] },
): Promise<ProposalRow[]> =>
  proposals(db, companyId).where(sql<SqlBool>`o.source_id = any(${sourceIds}::uuid[])`).orderBy('o.id').execute()

/** The same as JSON in the statement of a source. */
export const proposalsOfSource = (db: Db, companyId: string, sourceId: string) =>
  jsonArrayFrom(
    proposals(db, companyId)
      .where(sql<SqlBool>`o.source_id = ${sql.ref(sourceId)}`)
      .orderBy('o.id'),
  )

/** PostgreSQL's JSON has instants with an offset. */
export const proposalOfJson = (row: ProposalRow): ProposalRow => ({
  ...row,
  createdon: new Date(row.createdon).toISOString(),
  decided_on: row.decided_on && new Date(row.decided_on).toISOString(),
})

/** Returns and locks the proposal if it belongs to this property. */
export const lockProposal = (db: Db, { companyId, propertyId }: PropertyIds, id: string): Promise<ProposalRow | undefined> =>
  proposals(db, companyId).where('o.property_id', '=', propertyId).where('o.id', '=', id).forUpdate('o').executeTakeFirst()

export const findProposal = (db: Db, { companyId, propertyId }: PropertyIds, id: string): Promise<ProposalRow | undefined> =>
  proposals(db, companyId).where('o.property_id', '=', propertyId).where('o.id', '=', id).executeTakeFirst()

const openOnes = (db: Db, companyId: string, branchIds: readonly string[] | null) =>
  proposals(db, companyId)
    .innerJoin('property as p', (join) => join.onRef('p.company_id', '=', 'o.company_id').onRef('p.id', '=', 'o.property_id'))
    .innerJoin('branch as b', (join) => join.onRef('b.company_id', '=', 'p.company_id').onRef('b.id', '=', 'p.branch_id'))
    .where('o.state', '=', 'open')
    .where('p.deleted_on', 'is', null)
    .where('b.deleted_on', 'is', null)
    .$if(branchIds !== null, (query) => query.where(sql<SqlBool>`p.branch_id = any(${branchIds}::uuid[])`))

/** Open proposals of the branches, oldest first. `branchIds` `null`: of all branches of the company. */
export async function listOpenProposals(db: Db, companyId: string, branchIds: readonly string[] | null, most: number) {
  const rows = await openOnes(db, companyId, branchIds)
    .select(['p.branch_id', 'p.line1', 'p.postcode', 'p.version as property_version'])
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .orderBy('o.createdon')
    .orderBy('o.id')
    .limit(most)
    .execute()
  return { rows, count: rows[0]?.total ?? 0 }
}

export const insertProposal = (db: Db, row: Insertable<PartyProposal>) => db.insertInto('party_proposal').values(row).execute()

type Decision = {
  state: ProposalState
  decided_by?: string | null
  decided_on: Instant | null
  reason?: string
  document_file?: string | null
  document_id?: string | null
}

export const updateProposal = (db: Db, companyId: string, id: string, decision: Decision) =>
  db.updateTable('party_proposal').set(decision).where('company_id', '=', companyId).where('id', '=', id).execute()

/** The step or day of a proposal, as in the index `party_proposal_once`. */
const topicIn = (table: 'party_proposal' | 'w') => sql<string | null>`(case when ${sql.ref(`${table}.what`)} = 'date'
  and ${sql.ref(`${table}.date_kind`)} <> 'survey' then ${sql.ref(`${table}.date_kind`)} else ${sql.ref(`${table}.step_key`)}::text end)`
const topic = topicIn('party_proposal')

type OfProposer = PropertyIds & {
  party: string
  /** Of a colleague: their grants, because each person has proposals of their own. */
  sourceIds?: readonly string[]
}

/** "One open proposal a step, a newer one of the same party replaces it", link or e-mail. Documents and messages have no topic. */
export async function replaceOlder(
  db: Db,
  { companyId, propertyId, party, sourceIds }: OfProposer,
  content: Pick<ProposalContent, 'what' | 'stepKey' | 'dateKind'>,
  now: Instant,
): Promise<void> {
  const about = topicOf(content)
  if (about === null) return
  await db
    .updateTable('party_proposal')
    .set({ state: 'overtaken', decided_on: now })
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .where('proposed_by', '=', party)
    .where('state', '=', 'open')
    .where('what', 'in', ['step', 'date'])
    .where(topic, '=', about)
    .$if(sourceIds !== undefined, (query) => query.where(sql<SqlBool>`source_id = any(${sourceIds ?? []}::uuid[])`))
    .execute()
}

/** The grants of a person, ended ones too. */
export async function listGrantIds(db: Db, companyId: string, userId: string): Promise<string[]> {
  const grants = await db
    .selectFrom('app_grant')
    .select('id')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .execute()
  return grants.map(({ id }) => id)
}

/** Open proposals of a sale; those of a person’s grants that are open, and those that a grant made since. */
export async function countProposals(
  db: Db,
  of: PropertyIds & { grantIds: readonly string[]; grantId: string; since: Instant },
): Promise<{ ofSale: number; ofPerson: number; ofGrant: number }> {
  const { rows } = await sql<{ ofSale: number; ofPerson: number; ofGrant: number }>`
    select count(*) filter (where state = 'open' and property_id = ${of.propertyId})::int as "ofSale",
      count(*) filter (where state = 'open' and source_id = any(${of.grantIds}::uuid[]))::int as "ofPerson",
      count(*) filter (where source_id = ${of.grantId} and createdon > ${of.since})::int as "ofGrant"
    from party_proposal where company_id = ${of.companyId}
      and (state = 'open' and property_id = ${of.propertyId} or source_id = any(${of.grantIds}::uuid[]))`.execute(db)
  return rows[0] ?? { ofSale: 0, ofPerson: 0, ofGrant: 0 }
}

/**
 * Inserts proposals of one e-mail, each about another step or day, and replaces older ones, in one statement. Those of a sale are left out
 * together where they would be more than a sale can have. Returns the ids of those that are stored.
 */
export async function insertNewerProposals(
  db: Db,
  companyId: string,
  proposals: readonly Insertable<PartyProposal>[],
  now: Instant,
): Promise<string[]> {
  const columns = sql.join(Object.keys(proposals[0] ?? {}).map((name) => sql.ref(name)))
  const { rows } = await sql<{ id: string }>`
    with given as (
      select g.*, count(*) over (partition by g.property_id) as of_sale
      from jsonb_populate_recordset(null::party_proposal, ${JSON.stringify(proposals)}::jsonb) g
    ), wanted as (
      select * from given g where g.of_sale + (select count(*) from party_proposal o
        where o.company_id = ${companyId}::uuid and o.property_id = g.property_id and o.state = 'open') <= ${maxOpenProposals}
    ), older as (
      update party_proposal set state = 'overtaken', decided_on = ${now}::timestamptz from wanted w
      where party_proposal.company_id = ${companyId}::uuid and party_proposal.property_id = w.property_id
        and party_proposal.proposed_by = w.proposed_by and party_proposal.state = 'open' and party_proposal.what in ('step', 'date')
        and ${topic} = ${topicIn('w')}
    )
    insert into party_proposal (${columns}) select ${columns} from wanted returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether the party has another open proposal about the same step or day. */
export async function hasNewerOpen(db: Db, row: ProposalRow): Promise<boolean> {
  const about = topicOf(contentOf(row))
  if (about === null) return false
  const newer = await db
    .selectFrom('party_proposal')
    .select('id')
    .where('company_id', '=', row.company_id)
    .where('property_id', '=', row.property_id)
    .where('proposed_by', '=', row.party)
    .where('id', '!=', row.id)
    .where('state', '=', 'open')
    .where('what', 'in', ['step', 'date'])
    .where(topic, '=', about)
    .executeTakeFirst()
  return newer !== undefined
}

/** Steps of a sale that are complete, and steps that are in progress. */
export type KnownSteps = { propertyId: string; done: readonly number[]; underWay: readonly number[] }

/** Marks open proposals as overtaken if their sale already reflects them. One statement for all properties of a company. */
export async function overtakeCompleted(db: Db, companyId: string, known: readonly KnownSteps[], now: Instant): Promise<void> {
  await sql`
    update party_proposal p set state = 'overtaken', decided_on = ${now}
    from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as k ("propertyId" uuid, done jsonb, "underWay" jsonb)
    where p.company_id = ${companyId} and p.property_id = k."propertyId" and p.state = 'open' and p.what = 'step'
      and (k.done @> to_jsonb(p.step_key) or (p.step_state = 'IP' and k."underWay" @> to_jsonb(p.step_key)))`.execute(db)
}

type Content = Pick<ProposalContent, 'what' | 'stepKey' | 'dateKind'>

/** Marks the open proposals of a property as overtaken that may no longer be made. */
export async function overtakeUnless(
  db: Db,
  { companyId, propertyId }: PropertyIds,
  may: (content: Content) => boolean,
  now: Instant,
): Promise<void> {
  const open = await db
    .selectFrom('party_proposal')
    .select(['id', 'what', 'step_key', 'date_kind'])
    .where('company_id', '=', companyId)
    .where('property_id', '=', propertyId)
    .where('state', '=', 'open')
    .execute()
  const late = open.filter(
    ({ what, step_key, date_kind }) =>
      !may({ what: what as ProposalType, stepKey: step_key, dateKind: date_kind as DateKind | null }),
  )
  if (late.length === 0) return
  await db
    .updateTable('party_proposal')
    .set({ state: 'overtaken', decided_on: now })
    .where('company_id', '=', companyId)
    .where(
      'id',
      'in',
      late.map(({ id }) => id),
    )
    .execute()
}

/** Opens the proposals again that the withdrawal of the property overtook. */
export async function reopenPaused(db: Db, { companyId, propertyId }: PropertyIds): Promise<void> {
  await sql`
    update party_proposal p set state = 'open', decided_on = null
    where p.company_id = ${companyId} and p.property_id = ${propertyId} and p.state = 'overtaken' and p.decided_by is null
      and p.decided_on = (select max(e.at) from event e
        where e.company_id = ${companyId} and e.property_id = ${propertyId} and e.kind = 'withdrawn')`.execute(db)
}

export const contentOf = (
  row: Pick<ProposalRow, 'what' | 'step_key' | 'step_state' | 'date_kind' | 'on_day' | 'text' | 'file_name'>,
): ProposalContent => ({
  what: row.what as ProposalType,
  stepKey: row.step_key,
  state: row.step_state as ProposalContent['state'],
  dateKind: row.date_kind as DateKind | null,
  onDay: row.on_day,
  text: row.text,
  fileName: row.file_name,
})

export const toProposal = (row: ProposalRow): Proposal => {
  const content = contentOf(row)
  return {
    _id: row.id,
    party: row.party as Proposer,
    name: row.name,
    partyRef: row.party_ref,
    subject: row.subject,
    caution: row.source === 'assistant' ? draftCaution(`${row.subject}\n${row.text}`) : null,
    from: { source: row.source as ProposalSource, sourceId: row.source_id },
    what: content.what,
    stepKey: content.stepKey,
    onDay: content.onDay,
    words: [describeProposal(content), content.what === 'email' ? row.subject : ''].filter(Boolean).join(': '),
    text: row.text,
    file: row.file_name === null ? null : { name: row.file_name, bytes: row.bytes ?? 0, available: row.document_file !== null },
    state: row.state as ProposalState,
    createdOn: row.createdon,
    decidedOn: row.decided_on,
    decidedBy: row.decider,
    reason: row.reason,
  }
}

export const toPreviewed = (row: ProposalRow, property: LoadedProperty) => ({
  id: row.id,
  property,
  party: row.party as Proposer,
  content: contentOf(row),
})

/** Ends proposals of assistants that nobody has decided on since. */
export const endUndecided = (db: Db, companyId: string, { since, now }: { since: Instant; now: Instant }) =>
  db
    .updateTable('party_proposal')
    .set({ state: 'overtaken', decided_on: now, reason: undecidedReason })
    .where('company_id', '=', companyId)
    .where('source', '=', 'assistant')
    .where('state', '=', 'open')
    .where('createdon', '<', since)
    .execute()
