import type { PropertyIds } from '@gya/domain/common/scope-params.ts'
import type { Db } from '../../db/pool.ts'
import { lockContactsForAssignment, lockPocsForAssignment } from '../contacts/contacts.repository.ts'
import { findLastChange } from '../events/events.repository.ts'
import type { UndoPart } from '../undo/undo.repository.ts'
import { registerUndoPart, type UndoContext } from '../undo/undo-registry.ts'
import { type LinkColumns, listLinks, replaceChain } from './chain.repository.ts'

/** A chain that was replaced, with its links before and after. */
export type ChainPart = UndoPart & {
  kind: 'chain'
  propertyId: string
  before: readonly LinkColumns[]
  after: readonly LinkColumns[]
}

export const chainPart = (propertyId: string, before: readonly LinkColumns[], after: readonly LinkColumns[]): ChainPart => ({
  kind: 'chain',
  propertyId,
  before,
  after,
})

/** The links of a chain with all columns that do not depend on the property. */
export async function listStoredLinks(db: Db, ids: PropertyIds): Promise<LinkColumns[]> {
  return (await listLinks(db, ids)).map(
    ({ company_id: _companyId, property_id: _propertyId, position: _position, this_property: _thisProperty, ...link }) => ({
      ...link,
      timeline: link.timeline as LinkColumns['timeline'],
    }),
  )
}

/** The links without contacts that were deleted since. The name and number stored beside a contact are kept. */
export async function withoutDeletedContacts(db: Db, companyId: string, links: readonly LinkColumns[]): Promise<LinkColumns[]> {
  const idsIn = (...columns: ('agent_contact' | 'agent_poc' | 'solicitor_contact' | 'solicitor_poc')[]) => [
    ...new Set(links.flatMap((link) => columns.flatMap((column) => link[column] ?? []))),
  ]
  const contacts = new Set(
    (await lockContactsForAssignment(db, companyId, idsIn('agent_contact', 'solicitor_contact'))).map(({ id }) => id),
  )
  const pocs = new Set((await lockPocsForAssignment(db, companyId, idsIn('agent_poc', 'solicitor_poc'))).map(({ id }) => id))
  const contact = (id: string | null | undefined) => (id && contacts.has(id) ? id : null)
  const poc = (contactId: string | null | undefined, id: string | null | undefined) =>
    contact(contactId) && id && pocs.has(id) ? id : null
  return links.map((link) => ({
    ...link,
    agent_contact: contact(link.agent_contact),
    agent_poc: poc(link.agent_contact, link.agent_poc),
    solicitor_contact: contact(link.solicitor_contact),
    solicitor_poc: poc(link.solicitor_contact, link.solicitor_poc),
  }))
}

const idsOf = ({ companyId }: UndoContext, { propertyId }: ChainPart): PropertyIds => ({ companyId, propertyId })

/** Compares stored links: undo data is JSON, so the order of keys may differ. */
const serialize = (links: readonly LinkColumns[]): string =>
  JSON.stringify(links.map((link) => Object.entries(link).toSorted(([a], [b]) => a.localeCompare(b))))

export function registerChainPart(): void {
  registerUndoPart<ChainPart>('chain', {
    changesProperties: true,
    async conflict(context, parts) {
      for (const part of parts) {
        const ids = idsOf(context, part)
        if (serialize(await listStoredLinks(context.db, ids)) === serialize(part.after)) continue
        const last = await findLastChange(context.db, ids, ['chain-saved', 'fall-off'])
        const where = context.properties.get(part.propertyId)?.detail.address.line1 ?? ''
        return { what: `the chain of ${where}`, by: last?.by ?? null, on: last?.at ?? null }
      }
      return null
    },
    async undo(context, parts) {
      for (const part of parts) {
        const links = await withoutDeletedContacts(context.db, context.companyId, part.before)
        await replaceChain(context.db, idsOf(context, part), links)
      }
      return parts.map(({ propertyId, before, after }) => ({
        propertyId,
        events: [{ kind: 'chain-saved', data: { before: after.length, links: before.length } }],
      }))
    },
  })
}
