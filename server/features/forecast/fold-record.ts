import { londonDay } from '@gya/domain/common/dates.ts'
import { type FoldedSale, type FoldedStep, foldSales, type RecordEntry } from '@gya/domain/features/forecast/fold-sales.ts'
import type { StepKey } from '@gya/domain/features/timeline/step-definitions.ts'
import { sql } from 'kysely'
import type { Database, Db } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import { companyItem, forEachIsolated } from '../../jobs/for-each-isolated.ts'
import { jobAdder } from '../../jobs/queue.ts'

/**
 * Creates the history of sales from before daily states were stored, once, by folding the record in the order of its entries. Facts that
 * the record does not contain (firms, chains, contacts, progressors) are unknown before `company.forecast_known_since`. Decision 81.
 */

const propertiesAtOnce = 50

/** The job `fold-sales`: each company once, in batches. After a stop it continues where it left off. */
export async function foldRecords(context: { database: Database; clock: Clock }): Promise<void> {
  const companies = await context.database.db.selectFrom('sale_fold').select('company_id').orderBy('company_id').execute()
  await forEachIsolated(context, {
    job: 'fold-sales',
    items: companies.map(({ company_id }) => company_id),
    idOf: companyItem,
    work: (companyId) => foldCompany(context, companyId),
  })
}

async function foldCompany({ database, clock }: { database: Database; clock: Clock }, companyId: string): Promise<void> {
  const step = () => database.db.transaction().execute((db) => foldBatch(db, companyId))
  while (await step()) continue
  // The past weeks are calculated next; without statistics on the new rows their statements exceed the statement timeout.
  await sql`analyze sale, sale_day, sale_step_day`.execute(database.db)
  await database.db.transaction().execute(async (db) => {
    await db.deleteFrom('sale_fold').where('company_id', '=', companyId).execute()
    // They were calculated from what was known before.
    await db.deleteFrom('sale_forecast_as_at').where('company_id', '=', companyId).execute()
    await jobAdder(db)('replay-weeks', { companyId, today: londonDay(clock.now()) })
  })
}

type PropertyRow = {
  id: string
  tenure: string
  chain: number
  active: boolean
  steps: [StepKey, FoldedStep['state'], string | null, string | null, string | null][] | null
  entries: RecordEntry[]
}

/** Returns true if there may be more. */
async function foldBatch(db: Db, companyId: string): Promise<boolean> {
  const fold = await db
    .selectFrom('sale_fold')
    .select('last_property')
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst()
  if (!fold) return false
  const { rows: next } = await sql<{ id: string }>`
    select id from property
    where company_id = ${companyId} and (${fold.last_property}::uuid is null or id > ${fold.last_property}::uuid)
    order by id
    limit ${propertiesAtOnce}
    for no key update`.execute(db)
  const ids = next.map(({ id }) => id)
  const last = ids.at(-1)
  if (last === undefined) return false
  const { rows } = await sql<PropertyRow>`
    select p.id, p.ownership as tenure, p.chain, p.active,
      (select json_agg(json_build_array(s.key, s.state, s.started_on, s.completed_on, s.blocked_on)) from property_step s
       where s.company_id = p.company_id and s.property_id = p.id) as steps,
      (select json_agg(json_build_object('day', london_day(e.at), 'kind', e.kind, 'data', e.data) order by e.at, e.id) from event e
       where e.company_id = p.company_id and e.property_id = p.id and e.kind = any(${[...foldedKinds]}::text[])) as entries
    from property p
    where p.company_id = ${companyId} and p.id = any(${ids}::uuid[]) and exists (select from event e
      where e.company_id = p.company_id and e.property_id = p.id and e.kind = 'offer-accepted')`.execute(db)
  const folded = rows.flatMap(({ id, tenure, chain, active, steps, entries }) => {
    const now = (steps ?? []).map(
      ([key, state, startedOn, completedOn, blockedOn]) => [key, { state, startedOn, completedOn, blockedOn }] as const,
    )
    return foldSales(entries, { steps: new Map(now), tenure, chain, active }).map((sale) => ({ propertyId: id, sale }))
  })
  await writeFolded(db, companyId, folded)
  await db.updateTable('sale_fold').set({ last_property: last }).where('company_id', '=', companyId).execute()
  return true
}

const foldedKinds: readonly string[] = [
  'offer-accepted',
  'offer-acceptance-dated',
  'offer-pending',
  'offer-rejected',
  'offer-withdrawn',
  'offer-removed',
  'fall-off',
  'fall-off-deleted',
  'sale-restored',
  'step-changed',
  'property-edited',
  'withdrawn',
  'reinstated',
  'expected-exchange-set',
  'management-info-saved',
  'property-deleted',
  'property-restored',
]

/** Days that are already stored are not changed: folded days end where they begin. */
async function writeFolded(
  db: Db,
  companyId: string,
  folded: readonly { propertyId: string; sale: FoldedSale }[],
): Promise<void> {
  if (folded.length === 0) return
  const sales = folded.map(({ propertyId, sale: { saleId, days } }) => ({
    sale_id: saleId,
    property_id: propertyId,
    outcome: days.at(-1)?.outcome,
    since: days[0]?.since,
  }))
  const days = folded.flatMap(({ sale }) =>
    sale.days.map(({ since, until, outcome, agreedOn, exchangedOn, tenure, chain, expectedExchange }) => ({
      sale_id: sale.saleId,
      since,
      until,
      outcome,
      agreed_on: agreedOn,
      exchanged_on: exchangedOn,
      tenure,
      chain,
      expected_exchange: expectedExchange,
    })),
  )
  const steps = folded.flatMap(({ sale }) =>
    [...sale.steps].flatMap(([key, stretches]) =>
      key <= lastPreSaleStep || key === completedStep
        ? []
        : stretches.map(({ since, until, state, startedOn, completedOn, blockedOn }) => ({
            sale_id: sale.saleId,
            key,
            since,
            until,
            state,
            started_on: startedOn,
            completed_on: completedOn,
            blocked_on: blockedOn,
          })),
    ),
  )
  await sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(sales)}::jsonb)
      as g (sale_id uuid, property_id uuid, outcome text, since date)),
    firsts as (
      select g.sale_id, min(d.since) as first from given g
      join sale_day d on d.company_id = ${companyId} and d.sale_id = g.sale_id
      group by g.sale_id),
    known as (
      insert into sale (company_id, id, property_id, outcome, known_on, revision)
      select ${companyId}, sale_id, property_id, outcome, since, nextval('sale_revision') from given
      on conflict (company_id, id) do update set known_on = least(sale.known_on, excluded.known_on)
      returning id, property_id),
    extended as (
      update sale_step_day k set since = s.since
      from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as s (sale_id uuid, key smallint, since date, until date, state text,
        started_on date, completed_on date, blocked_on date)
      join firsts f on f.sale_id = s.sale_id and s.since < f.first and coalesce(s.until, 'infinity') >= f.first
      where k.company_id = ${companyId} and k.sale_id = s.sale_id and k.key = s.key and k.since = f.first
        and (k.state, k.started_on, k.completed_on, k.blocked_on) is not distinct from (s.state, s.started_on, s.completed_on, s.blocked_on)
      returning k.sale_id, k.key, s.since),
    written_steps as (
      insert into sale_step_day (company_id, sale_id, key, since, until, state, started_on, completed_on, blocked_on, survey_date, warning_on)
      select ${companyId}, s.sale_id, s.key, s.since, least(coalesce(s.until, 'infinity'), f.first), s.state, s.started_on, s.completed_on,
        s.blocked_on, p.survey_date, case when s.state in ('IP', 'B') and p.survey_date is null then s.started_on + p.days_to_complete end
      from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as s (sale_id uuid, key smallint, since date, until date, state text,
        started_on date, completed_on date, blocked_on date)
      join known on known.id = s.sale_id
      left join firsts f on f.sale_id = s.sale_id
      left join property_step p on p.company_id = ${companyId} and p.property_id = known.property_id and p.key = s.key
      where s.since < coalesce(f.first, 'infinity') and not exists (select from extended e
        where e.sale_id = s.sale_id and e.key = s.key and e.since = s.since)
      on conflict do nothing)
    insert into sale_day (company_id, sale_id, since, until, outcome, agreed_on, exchanged_on, branch_id, tenure, chain, expected_exchange,
      expected_fee)
    select ${companyId}, d.sale_id, d.since, least(coalesce(d.until, 'infinity'), f.first), d.outcome, d.agreed_on, d.exchanged_on, p.branch_id,
      d.tenure, d.chain, d.expected_exchange, (select y.expected_fee from property_day y
        where y.company_id = p.company_id and y.property_id = p.id and y.since <= d.since and y.until > d.since)
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d (sale_id uuid, since date, until date, outcome text, agreed_on date,
      exchanged_on date, tenure text, chain smallint, expected_exchange date)
    join known on known.id = d.sale_id
    join property p on p.company_id = ${companyId} and p.id = known.property_id
    left join firsts f on f.sale_id = d.sale_id
    where d.since < coalesce(f.first, 'infinity')
    on conflict do nothing`.execute(db)
}

const lastPreSaleStep = 4
const completedStep = 25
