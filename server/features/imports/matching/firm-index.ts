import { normaliseFirmName } from '@gya/domain/features/contacts/likely-duplicates.ts'
import { foldFirmName } from '@gya/domain/features/imports/fold-firm-name.ts'
import type { MadeContacts } from '@gya/domain/features/imports/imports.model.ts'
import { postcodeKey } from '@gya/domain/features/imports/row-identity.ts'
import type { Db } from '../../../db/pool.ts'
import { findReferences } from './match.ts'

export type FirmRow = {
  id: string
  name: string
  type: string
  email: string
  tel: string
  recommended: boolean
  /** In one line, with the postcode at the end; empty if unknown. */
  address: string
  version: number
}

export type PersonRow = {
  id: string
  contact_id: string
  name: string
  email: string
  tel: string
  note: string
  version: number
}

/** The firms of a company and their people: some hundred short rows. */
export type FirmIndex = {
  firms: readonly FirmRow[]
  byId: (id: string) => FirmRow | undefined
  /** By the reference of the firm in the other system, otherwise by name, or by a name that stands for it. */
  byWords: (words: string) => FirmRow | undefined
  /** "Firm: name and postcode, else e-mail." */
  alike: (firm: { name: string; address: string; email: string }) => FirmRow | undefined
  personById: (id: string) => PersonRow | undefined
  person: (firmId: string, words: { name: string; email?: string | undefined }) => PersonRow | undefined
}

export async function loadFirmIndex(
  db: Db,
  {
    companyId,
    system,
    refs,
    same = {},
  }: { companyId: string; system: string; refs: readonly string[]; same?: MadeContacts['same'] | undefined },
): Promise<FirmIndex> {
  const rows = await db
    .selectFrom('company_contact')
    .select(['id', 'name', 'type', 'email', 'tel', 'recommended', 'version', 'line1', 'line2', 'town', 'county', 'postcode'])
    .where('company_id', '=', companyId)
    .where('deleted_on', 'is', null)
    .orderBy('createdon')
    .orderBy('id')
    .execute()
  const firms: FirmRow[] = rows.map(({ line1, line2, town, county, postcode, ...row }) => ({
    ...row,
    address: [line1, line2, town, county, postcode].filter(Boolean).join(', '),
  }))
  const people = await db
    .selectFrom('company_contact_poc')
    .select(['id', 'contact_id', 'name', 'email', 'tel', 'note', 'version'])
    .where('company_id', '=', companyId)
    .execute()
  const references = await findReferences(db, { companyId, system, kind: 'firm', refs })
  const byId = new Map(firms.map((firm) => [firm.id, firm]))
  const byName = Map.groupBy(firms, ({ name }) => normaliseFirmName(name))
  const byFolded = Map.groupBy(firms, ({ name }) => foldFirmName(name))
  const byFirm = Map.groupBy(people, ({ contact_id }) => contact_id)
  const fold = (name: string) => name.trim().toLowerCase().replace(/\s+/g, ' ')
  return {
    firms,
    byId: (id) => byId.get(id),
    byWords: (words) =>
      byId.get(references.get(words) ?? '') ??
      byName.get(normaliseFirmName(words))?.[0] ??
      byFolded.get(foldFirmName(words))?.[0] ??
      byId.get(same[foldFirmName(words)] ?? ''),
    alike: ({ name, address, email }) =>
      byName.get(normaliseFirmName(name))?.find((firm) => postcodeKey(firm.address) === postcodeKey(address)) ??
      (email === '' ? undefined : firms.find((firm) => firm.email.toLowerCase() === email.toLowerCase())),
    personById: (id) => people.find((person) => person.id === id),
    person: (firmId, { name, email }) => {
      const there = byFirm.get(firmId) ?? []
      const named = there.find((person) => fold(person.name) === fold(name))
      return named ?? (email ? there.find((person) => person.email.toLowerCase() === email.toLowerCase()) : undefined)
    },
  }
}
