import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { whyNotForSide } from '@gya/domain/features/messages/choose-template.ts'
import { isFieldForAudience } from '@gya/domain/features/messages/merge-fields.ts'
import {
  fieldsIn,
  fillBody,
  fillForEditing,
  fillSubject,
  mergeIssues,
  signerOf,
} from '@gya/domain/features/messages/merge-text.ts'
import { mergeValuesOf, passedDays } from '@gya/domain/features/messages/merge-values.ts'
import type { MessagePreview } from '@gya/domain/features/messages/messages.contract.ts'
import { mainRole, type PartyRef, parsePartyRef, selfRef } from '@gya/domain/features/property-contacts/parties.ts'
import type { Db } from '../../db/pool.ts'
import type { Caller } from '../../http/access/caller.ts'
import { branchesInScope } from '../../http/access/scope.ts'
import { findConversationFacts } from '../conversations/log-conversation.repository.ts'
import { findMergeSales, findOpenItems, type OpenItem } from './message-facts.repository.ts'

/** `branchIds`: branches whose sales are in scope; `null`: all of the company. */
type ComposeContext = { db: Db; companyId: string; branchIds: string[] | null; now: Instant; today: DateOnly }

type CallerContext = { db: Db; caller: Caller; now: Instant; today: DateOnly; params: { companyId: string } }

/** Returns the context with the scope of the caller. */
export const composeContextOf = ({ db, caller, now, today, params: { companyId } }: CallerContext): ComposeContext => ({
  db,
  companyId,
  branchIds: branchesInScope(caller),
  now,
  today,
})

type Recipient = { partyRef: PartyRef; propertyIds: readonly string[] }
type Words = { subject: string; body: string }
type Template = Parameters<typeof whyNotForSide>[0]

/** A message to one party. `itemKeys`: its action items listed in Today, by sale. */
export type Composed = MessagePreview & { itemKeys: ReadonlyMap<string, string[]>; firmId: string | null }

/** Whether an item belongs to the party. A firm also has the items of its people. */
const isOf = (item: OpenItem, ref: PartyRef): boolean => {
  const { kind, id } = parsePartyRef(ref)
  return item.partyRef === ref || (kind === 'firm' && item.firmId === id)
}

/**
 * Composes the message to each party. Throws NOT_FOUND unless all sales are in scope and each party is one of its sales,
 * and VALIDATION_FAILED for an unknown field. `template`: on which the words are based.
 */
export async function composeMessages(
  context: ComposeContext,
  words: Words,
  to: readonly Recipient[],
  template: Template | null = null,
): Promise<Composed[]> {
  const { db, companyId, branchIds, now, today } = context
  const issues = mergeIssues(words)
  if (issues.length > 0) throw new DomainError('VALIDATION_FAILED', { issues })
  const fields = fieldsIn(words)
  const scope = { companyId, branchIds }
  const propertyIds = [...new Set(to.flatMap((one) => one.propertyIds))]
  const sales = await findMergeSales(db, companyId, propertyIds)
  const items = await findOpenItems(db, { companyId, now, today }, propertyIds)
  const contacts = to.map((one) => ({ ref: one.partyRef, propertyIds: one.propertyIds, keys: [] }))
  const facts = await findConversationFacts(db, scope, contacts)
  return to.map(({ partyRef, propertyIds: ids }, at): Composed => {
    const { party = null, inSales = [] } = facts[at] ?? {}
    const isIn = (id: string) => inSales.some(({ property_id, role }) => property_id === id && role !== null)
    if (party === null || partyRef === selfRef || !ids.every(isIn)) throw new DomainError('NOT_FOUND')
    const roles = [...new Set(inSales.flatMap(({ role }) => role ?? []))]
    const own = items.filter((item) => isOf(item, partyRef))
    const message = {
      recipient: { name: party.name, roles },
      company: sales.get(ids[0] ?? '')?.company ?? '',
      today,
      sales: ids.flatMap((id) => {
        const sale = sales.get(id)
        if (!sale) return []
        const steps = own.filter((item) => item.propertyId === id && item.isStep)
        const ofSale = inSales.flatMap(({ property_id, role }) => (property_id === id && role !== null ? [role] : []))
        const agreedPrice = sale.agreedPrice === null ? null : Number(sale.agreedPrice)
        return [{ ...sale, agreedPrice, roles: ofSale, steps }]
      }),
    }
    const values = mergeValuesOf(message)
    const subject = fillSubject(words.subject, values)
    const body = fillBody(words.body, values)
    const listed = own.filter(({ isListed }) => isListed)
    return {
      partyRef,
      role: mainRole(inSales.flatMap(({ role }) => role ?? [])),
      name: party.name,
      firm: party.firm_name,
      firmId: party.firm_id,
      to: party.email || party.firm_email || '',
      propertyIds: [...ids],
      subject: subject.text,
      text: body.text,
      empty: [...new Set([...subject.empty, ...body.empty])],
      passed: passedDays(message, fields),
      signedBy: signerOf(words.body, values),
      notForAudience: fields.filter((name) => !isFieldForAudience(name, roles)),
      otherSide:
        template &&
        whyNotForSide(
          template,
          message.sales.map((sale) => ({ line1: sale.address.line1, roles: sale.roles })),
        ),
      editable: fillForEditing(words, values),
      itemKeys: new Map(ids.map((id) => [id, listed.flatMap((item) => (item.propertyId === id ? [item.key] : []))])),
    }
  })
}

const listed = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names.map((name) => `{${name}}`))

/**
 * "Sending with an empty field and no fallback: 409 `MERGE_FIELD_EMPTY` naming it". Also refuses fields that a party may not see, and a
 * template for the other side.
 */
export function refuseIncomplete(messages: readonly Pick<Composed, 'name' | 'empty' | 'notForAudience' | 'otherSide'>[]): void {
  for (const { otherSide } of messages)
    if (otherSide !== null) throw new DomainError('TEMPLATE_FOR_OTHER_SIDE', { message: otherSide })
  for (const { name, notForAudience } of messages)
    if (notForAudience.length > 0)
      throw new DomainError('MERGE_FIELD_NOT_FOR_AUDIENCE', { message: `${listed(notForAudience)} is not allowed for ${name}.` })
  for (const { name, empty } of messages)
    if (empty.length > 0)
      throw new DomainError('MERGE_FIELD_EMPTY', {
        message: `${listed(empty)} ${empty.length === 1 ? 'is' : 'are'} empty in the message to ${name}.`,
      })
}
