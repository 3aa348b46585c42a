import { normalisePostcode } from '@gya/domain/common/address.ts'
import { omitUndefined } from '@gya/domain/common/omit-undefined.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { EventKind } from '@gya/domain/features/events/event-kinds.ts'
import { readCell } from '@gya/domain/features/imports/read-cell.ts'
import { changedFields } from '../../../db/query/changed-fields.ts'
import {
  findPoc,
  insertContact,
  insertPocs,
  lockContact,
  updateContactColumns,
  updatePocColumns,
} from '../../contacts/contacts.repository.ts'
import { endLinksOfContact } from '../../party-links/end-links.ts'
import { loadFirmIndex } from '../matching/firm-index.ts'
import { changedRow, madeRow } from './import-changes.ts'
import { text, type Values, yes } from './row-values.ts'
import { isNew, type RowToWrite, valuesToWrite, type WriteContext, type WrittenRow } from './write-context.ts'

/** Address columns of an address in one line: both first line and postcode, or none. */
function addressColumns(values: Values) {
  const words = text(values, 'address')
  if (words === undefined) return {}
  const read = readCell('address', words)
  if ('issue' in read || typeof read.value !== 'object' || read.value === null || !('line1' in read.value)) return {}
  const { line1, line2, town, county, postcode } = read.value
  return postcode === '' ? {} : { line1, line2, town, county, postcode: normalisePostcode(postcode) }
}

const firmColumns = (values: Values) =>
  omitUndefined({
    name: text(values, 'name'),
    type: text(values, 'role'),
    email: text(values, 'email'),
    tel: text(values, 'tel'),
    recommended: yes(values, 'recommended'),
    ...addressColumns(values),
  })

type FirmColumns = ReturnType<typeof firmColumns> & { name: string }

export async function makeFirm({ db, companyId, now, userId, newId }: WriteContext, columns: FirmColumns): Promise<WrittenRow> {
  const id = newId()
  const saved = { createdon: now, updatedon: now, updated_by: userId }
  await insertContact(db, { company_id: companyId, id, ...saved, type: 'unknown', ...columns })
  const data = { contactId: id, name: columns.name, pocs: 0 }
  return { objectId: id, events: [{ kind: 'contact-created', data }], changes: [madeRow('company_contact', id, { id }, 1)] }
}

type PersonColumns = { name: string; email?: string | undefined; tel?: string | undefined; note?: string | undefined }

export async function makePerson(
  { db, companyId, now, userId, newId }: WriteContext,
  firmId: string,
  columns: PersonColumns,
): Promise<WrittenRow> {
  const id = newId()
  const row = { company_id: companyId, contact_id: firmId, id, createdon: now, updatedon: now, updated_by: userId }
  await insertPocs(db, [{ ...row, email: '', ...omitUndefined(columns), name: columns.name }])
  return {
    objectId: id,
    events: [{ kind: 'poc-created', data: { contactId: firmId, pocId: id, name: columns.name } }],
    changes: [madeRow('company_contact_poc', id, { contact_id: firmId, id }, 1)],
  }
}

/** A solicitor or broker of the company. */
export async function writeFirm(context: WriteContext, one: RowToWrite): Promise<WrittenRow> {
  const { db, companyId, now, userId } = context
  const values = valuesToWrite(one)
  const columns = firmColumns(values)
  const saved = { updatedon: now, updated_by: userId }
  if (isNew(one)) return makeFirm(context, { ...columns, name: text(values, 'name') ?? '' })
  const id = one.decided.targetId ?? ''
  const before = await lockContact(db, companyId, id)
  if (!before) throw new DomainError('NOT_FOUND')
  const changes = changedFields(before, columns)
  if (changes.length === 0) return { objectId: id, events: [], changes: [] }
  await updateContactColumns(db, companyId, id, { ...columns, ...saved })
  if (changes.some(({ field }) => field === 'email'))
    await endLinksOfContact(context, { companyId, contactId: id }, columns.email ?? '')
  const was = Object.fromEntries(Object.keys(columns).map((column) => [column, before[column as keyof typeof before]]))
  return {
    objectId: id,
    events: [{ kind: 'contact-edited', data: { contactId: id, changes } }],
    changes: [changedRow('company_contact', id, { id }, was, before.version + 1)],
  }
}

/** A point of contact of a firm. */
export async function writePerson(context: WriteContext, one: RowToWrite): Promise<WrittenRow> {
  const {
    db,
    companyId,
    now,
    userId,
    import: { system },
  } = context
  const words = String(one.row.values.firm ?? '')
  const index = await loadFirmIndex(db, { companyId, system, refs: [words] })
  const known = isNew(one) ? undefined : index.personById(one.decided.targetId ?? '')
  const firm = known ? index.byId(known.contact_id) : index.byWords(words)
  if (!firm) throw new DomainError('VALIDATION_FAILED', { message: 'Its firm was left out.' })
  const values = valuesToWrite(one)
  const columns = omitUndefined({
    name: text(values, 'name'),
    email: text(values, 'email'),
    tel: text(values, 'tel'),
    note: text(values, 'note'),
  })
  const event = (kind: EventKind, data: Record<string, unknown>) => ({ kind, data: { contactId: firm.id, ...data } })
  if (isNew(one)) return makePerson(context, firm.id, { ...columns, name: text(values, 'name') ?? '' })
  const id = known?.id ?? ''
  const ids = { companyId, contactId: firm.id, pocId: id }
  const before = await findPoc(db, ids)
  if (!before) throw new DomainError('NOT_FOUND')
  const changes = changedFields(before, columns)
  if (changes.length === 0) return { objectId: id, events: [], changes: [] }
  await updatePocColumns(db, ids, { ...columns, updatedon: now, updated_by: userId })
  if (changes.some(({ field }) => field === 'email')) await endLinksOfContact(context, ids, columns.email ?? '')
  const was = Object.fromEntries(Object.keys(columns).map((column) => [column, before[column as keyof typeof before]]))
  return {
    objectId: id,
    events: [event('poc-edited', { pocId: id, changes })],
    changes: [changedRow('company_contact_poc', id, { contact_id: firm.id, id }, was, before.version + 1)],
  }
}
