import { normalisePostcode } from '@gya/domain/common/address.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { Contact, Poc } from '@gya/domain/features/contacts/contacts.contract.ts'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { CompanyContact, CompanyContactPoc } from '../../db/schema.ts'
import { findContact, findPoc, type PocIds } from './contacts.repository.ts'

type PocRow = Omit<Selectable<CompanyContactPoc>, 'createdon' | 'updatedon' | 'updated_by'>
type ContactRow = Selectable<CompanyContact> & { pocs: PocRow[] }

const toContactAddress = ({ line1, line2, town, county, country, postcode }: Selectable<CompanyContact>): Contact['address'] =>
  line1 === null || postcode === null ? null : { line1, line2, town, county, country, postcode }

export const toPoc = (row: PocRow): Poc => ({
  _id: row.id,
  company: row.company_id,
  companyContact: row.contact_id,
  name: row.name,
  email: row.email,
  tel: row.tel,
  note: row.note,
  version: row.version,
})

export const toContact = (row: ContactRow): Contact => ({
  _id: row.id,
  company: row.company_id,
  name: row.name,
  email: row.email,
  tel: row.tel,
  address: toContactAddress(row),
  type: row.type as Contact['type'],
  recommended: row.recommended,
  pocs: row.pocs.map(toPoc),
  version: row.version,
})

/** The columns of a contact, with a normalised postcode; `line1` and `postcode` are null without an address. */
export const toContactColumns = ({
  name,
  email,
  tel,
  address,
  type,
  recommended,
}: Pick<Contact, 'name' | 'email' | 'tel' | 'address' | 'type' | 'recommended'>) => ({
  name,
  email,
  tel,
  type,
  recommended,
  line1: address?.line1 ?? null,
  line2: address?.line2 ?? '',
  town: address?.town ?? '',
  county: address?.county ?? '',
  country: address?.country ?? '',
  postcode: address ? normalisePostcode(address.postcode) : null,
})

/** A contact with its points of contact, as the API returns it. Throws NOT_FOUND. */
export async function loadContact(db: Db, companyId: string, contactId: string): Promise<Contact> {
  const row = await findContact(db, companyId, contactId)
  if (!row) throw new DomainError('NOT_FOUND')
  return toContact(row)
}

/** Throws NOT_FOUND. */
export async function loadPoc(db: Db, ids: PocIds): Promise<Poc> {
  const row = await findPoc(db, ids)
  if (!row) throw new DomainError('NOT_FOUND')
  return toPoc(row)
}
