import { DomainError, type Issue } from '@gya/domain/errors.ts'
import type { ChainItemInput } from '@gya/domain/features/chain/chain.model.ts'
import type { Db } from '../../db/connect.ts'
import { shareLockContacts, shareLockPocs } from './chain.repository.ts'

/** The same for one that was deleted and one that is not the caller's to see. */
const contactMissing = 'This contact does not exist any more, or it is not yours to see. Choose another, or enter a name.'

type LockedParties = ReadonlyMap<string, { name: string; tel: string }>

/**
 * Finds the contacts and points of contact that a chain names, by id, and holds them so that they are not deleted
 * meanwhile. To be done before a property is locked: whoever deletes a contact locks it first and its properties after
 * it. Throws NOT_FOUND for one of another company, of another contact, or none, and says of which link: a form may have
 * been opened before somebody deleted the contact.
 */
export async function lockChainContacts(db: Db, companyId: string, items: readonly ChainItemInput[]): Promise<LockedParties> {
  const parties = items.flatMap(({ agent, solicitor }) => [agent ?? [], solicitor ?? []].flat())
  const contactIds = [...new Set(parties.flatMap(({ contact }) => contact ?? []))]
  if (contactIds.length === 0) return new Map()
  const contacts = await shareLockContacts(db, companyId, contactIds)
  const pocs = await shareLockPocs(db, companyId, [...new Set(parties.flatMap(({ poc }) => poc ?? []))])
  const isThere = ({ contact, poc }: (typeof parties)[number]): boolean =>
    contact === null ||
    (contacts.some(({ id }) => id === contact) &&
      (poc === null || pocs.some((one) => one.id === poc && one.contact_id === contact)))
  const issues = items.flatMap((item, at) =>
    (['agent', 'solicitor'] as const).flatMap((part): Issue[] => {
      const party = item[part]
      return party && !isThere(party) ? [{ path: `items.${at}.${part}`, message: contactMissing }] : []
    }),
  )
  if (issues.length > 0) throw new DomainError('NOT_FOUND', { issues })
  return new Map([...contacts, ...pocs].map(({ id, name, tel }) => [id, { name, tel }]))
}
