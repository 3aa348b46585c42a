import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { type RescueKind, type RescueOutcome, rescueList } from '@gya/domain/features/fall-offs/rescue.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { loadProperty } from '../properties/read/load-property.ts'

type MarkRow = { kind: string; person_id: string; outcome: RescueOutcome; marked_on: Instant; by: string | null }

/** The rescue list of a fall-off with its marks. Throws NOT_FOUND. */
export async function loadRescueList(db: Db, ids: PropertyIds, fallOffId: string, today: DateOnly) {
  const { detail } = await loadProperty(db, ids, today)
  const fallen = detail.saleResets.find(({ _id }) => _id === fallOffId)
  if (!fallen) throw new DomainError('NOT_FOUND')
  const { rows: marks } = await sql<MarkRow>`
    select m.kind, m.person_id, m.outcome, m.marked_on, u.first_name || ' ' || u.last_name as by
    from rescue_mark m left join app_user u on u.id = m.marked_by
    where m.company_id = ${ids.companyId}::uuid and m.fall_off_id = ${fallOffId}::uuid`.execute(db)
  const people = rescueList(detail, { today, buyerOfferId: fallen.acceptedOffer._id })
  return {
    fallOff: {
      _id: fallOffId,
      on: fallen.createdon,
      buyer: fallen.acceptedOffer.name,
      reason: fallen.reason?.name ?? null,
    },
    people: people.map((person) => {
      const mark = marks.find(({ kind, person_id }) => kind === person.kind && person_id === person.personId)
      return { ...person, mark: mark ? { outcome: mark.outcome, on: mark.marked_on, by: mark.by } : null }
    }),
  }
}

type Mark = {
  fallOffId: string
  kind: RescueKind
  personId: string
  outcome: RescueOutcome
  now: Instant
  userId: string
}

/** The last mark of a person counts. */
export const saveRescueMark = (
  db: Db,
  { companyId, propertyId }: PropertyIds,
  { fallOffId, kind, personId, outcome, now, userId }: Mark,
) =>
  db
    .insertInto('rescue_mark')
    .values({
      company_id: companyId,
      property_id: propertyId,
      fall_off_id: fallOffId,
      kind,
      person_id: personId,
      outcome,
      marked_on: now,
      marked_by: userId,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'fall_off_id', 'kind', 'person_id'])
        .doUpdateSet({ outcome, marked_on: now, marked_by: userId }),
    )
    .execute()
