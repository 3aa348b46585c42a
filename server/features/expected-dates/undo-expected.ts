import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { EventKind } from '@gya/domain/features/events/event-kinds.ts'
import type { ExpectedChange, ExpectedField } from '@gya/domain/features/expected-dates/expected-dates.rules.ts'
import type { PropertyDetail } from '@gya/domain/features/properties/properties.model.ts'
import { takeBackMails } from '../../emails/outbox.ts'
import { findLastChange } from '../events/events.repository.ts'
import { expectedColumns } from '../properties/write/properties.repository.ts'
import { savePropertyFields } from '../properties/write/property-fields.ts'
import { type Person, type PersonRole, personEvent, personOf, personRoles } from '../properties/write/save-person.ts'
import { findActiveStaff } from '../tasks/tasks.repository.ts'
import type { UndoPart } from '../undo/undo.repository.ts'
import { registerUndoPart, type UndoContext } from '../undo/undo-registry.ts'
import { expectedEvents } from './save-expected.ts'

type ExpectedPart = UndoPart & { kind: 'expected-dates'; propertyId: string } & Omit<ExpectedChange, 'because'>
type PersonPart = UndoPart & { kind: PersonRole; propertyId: string; from: Person; to: Person; mailId?: string }

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

/** Of a sale that is shared: undone by itself, with the e-mail to whom it was given while that waits. */
export const sharedPart = (propertyId: string, from: Person, to: Person, mailId?: string): PersonPart => ({
  ...progressorPart(propertyId, from, to),
  each: true,
  ...(mailId === undefined ? {} : { mailId }),
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

function registerPersonPart(role: PersonRole): void {
  const { column, kind, words } = personRoles[role]
  registerUndoPart<PersonPart>(role, {
    changesProperties: true,
    overtaken: async (context, parts) => parts.flatMap((part) => (part.each && hasOther(role, context, part) ? [{ part }] : [])),
    async conflict(context, parts) {
      const part = parts.find((one) => hasOther(role, context, one))
      return part ? conflictAbout(context, detailOf(context, part), `the ${words}`, kind) : null
    },
    async undo(context, parts) {
      const { db, companyId, undoId } = context
      const staff = await findActiveStaff(db, companyId, [...new Set(parts.flatMap(({ from }) => from?._id ?? []))])
      // Nobody gets a sale back in a branch that they no longer reach.
      const restored = parts.map((part) => {
        const branchId = detailOf(context, part).branch._id
        const isInReach = part.from !== null && staff.get(part.from._id)?.branchIds.includes(branchId)
        return { propertyId: part.propertyId, from: isInReach ? part.from : null, to: part.to }
      })
      const before = restored.map(({ propertyId, from }) => ({ propertyId, fields: { [column]: from?._id ?? null } }))
      await savePropertyFields(db, companyId, before)
      const mailIds = [...new Set(parts.flatMap(({ mailId }) => mailId ?? []))]
      await takeBackMails(db, { ...context, mailIds, userId: context.caller.userId })
      return restored.map(({ propertyId, from, to }) => ({ propertyId, events: [personEvent(role, to, from, undoId)] }))
    },
  })
}
