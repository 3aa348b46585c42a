import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { EventKind } from '@gya/domain/features/events/event-kinds.ts'
import type { ExpectedChange, ExpectedField } from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import { findLastChange } from '../events/events.repository.ts'
import { expectedColumns } from '../properties/write/properties.repository.ts'
import { savePropertyFields } from '../properties/write/property-fields.ts'
import { type Person, type PersonRole, personEvent, personOf, personRoles } from '../properties/write/save-person.ts'
import { findActiveStaff } from '../tasks/tasks.repository.ts'
import type { UndoPart } from '../undo/undo.repository.ts'
import { registerUndoPart, type UndoContext } from '../undo/undo-registry.ts'
import { expectedEvents } from './save-expected.ts'

type ExpectedPart = UndoPart & { kind: 'expected-dates'; propertyId: string } & Omit<ExpectedChange, 'because'>
type PersonPart = UndoPart & { kind: PersonRole; propertyId: string; from: Person; to: Person }

/** Undo parts of changed expected dates, including those that followed from others. */
export const expectedParts = (propertyId: string, changes: readonly ExpectedChange[]): ExpectedPart[] =>
  changes.map(({ field, from, to }) => ({ kind: 'expected-dates', propertyId, field, from, to }))

export const personPart = (kind: PersonRole, propertyId: string, from: Person, to: Person): PersonPart => ({
  kind,
  propertyId,
  from,
  to,
})

export const progressorPart = (propertyId: string, from: Person, to: Person): PersonPart =>
  personPart('progressor', propertyId, from, to)

/** Of a sale that is shared: undone by itself. */
export const sharedPart = (propertyId: string, from: Person, to: Person): PersonPart => ({
  ...progressorPart(propertyId, from, to),
  each: true,
})

const detailOf = ({ properties }: UndoContext, { propertyId }: { propertyId: string }): PropertyDetail => {
  const property = properties.get(propertyId)
  if (!property) throw new DomainError('NOT_FOUND')
  return property.detail
}

const fieldWords: Record<ExpectedField, { what: string; kind: EventKind }> = {
  expectedExchange: { what: 'the expected exchange', kind: 'expected-exchange-set' },
  expectedCompletion: { what: 'the expected completion', kind: 'expected-completion-set' },
  mortgageOfferExpires: { what: 'the expiry of the mortgage offer', kind: 'mortgage-expiry-set' },
  shareExpected: { what: 'what the vendor sees of the expected days', kind: 'expected-shared' },
}

async function conflictAbout(context: UndoContext, detail: PropertyDetail, what: string, kind: EventKind) {
  // A fall-off clears the days without separate entries.
  const last = await findLastChange(context.db, { companyId: context.companyId, propertyId: detail._id }, [kind, 'fall-off'])
  return { what: `${what} at ${detail.address.line1}`, by: last?.by ?? null, on: last?.at ?? null }
}

const hasOther = (role: PersonRole, context: UndoContext, part: PersonPart): boolean =>
  personOf(role, detailOf(context, part))?._id !== part.to?._id

export function registerExpectedParts(): void {
  registerUndoPart<ExpectedPart>('expected-dates', {
    changesProperties: true,
    async conflict(context, parts) {
      const part = parts.find((one) => detailOf(context, one)[one.field] !== one.to)
      if (!part) return null
      const { what, kind } = fieldWords[part.field]
      return conflictAbout(context, detailOf(context, part), what, kind)
    },
    async undo(context, parts) {
      const byProperty = [...Map.groupBy(parts, ({ propertyId }) => propertyId)].map(([propertyId, ofProperty]) => ({
        propertyId,
        ofProperty,
        fields: expectedColumns(Object.fromEntries(ofProperty.map(({ field, from }) => [field, from]))),
      }))
      await savePropertyFields(context.db, context.companyId, byProperty)
      return byProperty.map(({ propertyId, ofProperty }) => {
        const changes = ofProperty.map(
          ({ field, from, to }) => ({ field, from: to, to: from, because: 'requested' }) as ExpectedChange,
        )
        return { propertyId, events: expectedEvents(detailOf(context, { propertyId }), changes, { undone: true }) }
      })
    },
  })

  registerPersonPart('progressor')
  registerPersonPart('negotiator')
}

/** Parts with the name of who had the sale before and has left, or no longer reaches its branch: nobody gets a sale back like that. */
async function findGone(context: UndoContext, parts: readonly PersonPart[]): Promise<Map<PersonPart, string>> {
  const ids = [...new Set(parts.flatMap(({ from }) => from?._id ?? []))]
  if (ids.length === 0) return new Map()
  const staff = await findActiveStaff(context.db, context.companyId, ids)
  const isGone = ({ from, propertyId }: PersonPart): boolean =>
    from !== null && !staff.get(from._id)?.branchIds.includes(detailOf(context, { propertyId }).branch._id)
  return new Map(parts.flatMap((part) => (isGone(part) ? [[part, part.from?.name ?? ''] as const] : [])))
}

function registerPersonPart(role: PersonRole): void {
  const { column, kind, words } = personRoles[role]
  registerUndoPart<PersonPart>(role, {
    changesProperties: true,
    async overtaken(context, parts) {
      const own = parts.filter(({ each }) => each)
      const gone = await findGone(context, own)
      return own.flatMap((part) => {
        if (hasOther(role, context, part)) return [{ part }]
        const name = gone.get(part)
        return name === undefined ? [] : [{ part, gone: name }]
      })
    },
    async conflict(context, parts) {
      const part = parts.find((one) => hasOther(role, context, one))
      if (part) return conflictAbout(context, detailOf(context, part), `the ${words}`, kind)
      const [first] = await findGone(context, parts)
      if (!first) return null
      const [{ propertyId }, gone] = first
      return { what: `the ${words} at ${detailOf(context, { propertyId }).address.line1}`, by: null, on: null, gone }
    },
    async undo({ db, companyId, undoId }, parts) {
      const before = parts.map(({ propertyId, from }) => ({ propertyId, fields: { [column]: from?._id ?? null } }))
      await savePropertyFields(db, companyId, before)
      return parts.map(({ propertyId, from, to }) => ({ propertyId, events: [personEvent(role, to, from, undoId)] }))
    },
  })
}
