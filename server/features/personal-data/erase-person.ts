import { randomInt } from 'node:crypto'
import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import { DomainError, refuseIf } from '@gya/domain/errors.ts'
import { fullNameOf, type Pseudonym, pseudonymOf } from '@gya/domain/features/personal-data/erased-json.ts'
import type { Person } from '@gya/domain/features/personal-data/person.ts'
import type { Db } from '../../db/connect.ts'
import type { FileKind } from '../../platform/file-keys.ts'
import { findMailsKeeping, isFileHeld, releaseFiles } from '../../platform/outbox.ts'
import { deleteDocumentRow } from '../documents/documents.repository.ts'
import { insertEvents } from '../events/events.repository.ts'
import { lockAdministrators } from '../members/members.repository.ts'
import { rebuildReportRows, recordChanges } from '../properties/change-property.ts'
import { lockLiveProperties } from '../properties/properties.repository.ts'
import { openAccounts } from '../session/sign-in-limits.ts'
import { partiesOf, refusalOf, textsOf } from './described.ts'
import { type FoundPerson, findPerson, propertyOf } from './find-person.ts'
import { allowErasing, eraseAccount, findDocumentsOf, forgetTriesWith, updateRow } from './looked-for.repository.ts'
import { rewritten } from './rewritten.ts'

export type Working = { db: Db; now: Instant; today: DateOnly; newId(): string }
type Erasing = Working & {
  callerId: string
  discardFile: (id: string | null, kind: FileKind) => Promise<void>
}

/** No vowels, so that no word is made by chance, and nothing that is mistaken for something else. */
const signs = 'BCDFGHJKLMNPQRSTVWXZ23456789'
export const newPseudonym = (): Pseudonym =>
  pseudonymOf(Array.from({ length: 6 }, () => signs.charAt(randomInt(signs.length))).join(''))

/**
 * Replaces a person by a pseudonym wherever a company holds them, in one transaction: rows, texts, messages, the record;
 * their accounts end. What happened, when and for how much stays as it was, so that the sale's record and every figure do.
 * Throws NOT_FOUND where nobody is found or a file is not one of theirs, and what the rule refuses.
 */
export async function erasePerson(erasing: Erasing, companyId: string, person: Person, deleteDocuments: readonly string[]) {
  const { db, callerId, now } = erasing
  const administrators = await lockAdministrators(db, companyId)
  // Saves of these properties that are under way end first: what they write is looked through too.
  await lockLiveProperties(db, companyId, { ids: await propertiesOf(db, companyId, await findPerson(db, { companyId }, person)) })
  const found = await findPerson(db, { companyId }, person, { locked: true })
  if (found.hits.length === 0) throw new DomainError('NOT_FOUND')
  const parties = await partiesOf(db, companyId, found)
  refuseIf(refusalOf(found, parties, { callerId, administrators }))
  const documents = await letGoOf(
    erasing,
    companyId,
    parties.sales.map(({ property_id }) => property_id),
    deleteDocuments,
  )
  const pseudonym = newPseudonym()
  await rewriteHits(db, found, pseudonym)
  for (const file of await releaseFiles(db, mailsOf(found))) await erasing.discardFile(file, 'original')
  await forgetTriesWith(db, person.emails)
  await openAccounts(
    db,
    parties.accounts.map(({ row }) => String(row.id)),
  )
  for (const { row } of parties.accounts) {
    await erasing.discardFile(row.avatar as string | null, 'picture')
    await eraseAccount(db, String(row.id), { now, by: callerId })
  }
  const counts = countsOf(found)
  await recordErased(erasing, companyId, await propertiesOf(db, companyId, found), {
    pseudonym: fullNameOf(pseudonym),
    documents,
    ...counts,
  })
  return { pseudonym: fullNameOf(pseudonym), documents, ...counts }
}

/** Every property that has to be derived anew: those with something of theirs, and those that they sell. */
async function propertiesOf(db: Db, companyId: string, found: FoundPerson): Promise<string[]> {
  const { sales } = await partiesOf(db, companyId, found)
  return [...new Set([...found.hits.flatMap((hit) => propertyOf(hit) ?? []), ...sales.map(({ property_id }) => property_id)])]
}

export async function rewriteHits(db: Db, { hits, lookout, ids }: FoundPerson, pseudonym: Pseudonym): Promise<void> {
  await allowErasing(db)
  for (const hit of hits) {
    const changed = rewritten(hit, { lookout, ids, pseudonym })
    if (Object.keys(changed).length > 0) await updateRow(db, [hit.table, hit.data], hit.row, changed)
  }
}

const mailsOf = ({ hits }: FoundPerson): string[] => hits.filter(({ table }) => table === 'mail').map(({ row }) => String(row.id))

export const countsOf = (found: FoundPerson) => ({
  entries: found.hits.filter(({ people }) => people.some(({ likeness }) => likeness === 'same')).length,
  texts: textsOf(found).length,
  mails: mailsOf(found).length,
  record: found.hits.filter(({ table }) => table === 'event').length,
})

/** Deletes chosen files of the properties they were a party of; how many. Throws NOT_FOUND for any other. */
async function letGoOf(
  { db, discardFile }: Erasing,
  companyId: string,
  propertyIds: string[],
  chosen: readonly string[],
): Promise<number> {
  const documents = await findDocumentsOf(db, companyId, propertyIds)
  const wanted = new Set(chosen)
  const going = documents.filter(({ id }) => wanted.has(id))
  if (going.length < wanted.size) throw new DomainError('NOT_FOUND')
  for (const { id, property_id, file } of going) {
    await deleteDocumentRow(db, { companyId, propertyId: property_id, documentId: id })
    const others = await releaseFiles(db, await findMailsKeeping(db, file))
    const held = await isFileHeld(db, file)
    for (const gone of new Set(held ? others : [...others, file])) await discardFile(gone, 'original')
  }
  return going.length
}

type Told = { pseudonym: string; documents: number; entries: number; texts: number; mails: number; record: number }

/** In the record of the company and of each property: that somebody was erased, and what they are called now. */
async function recordErased(erasing: Erasing, companyId: string, properties: readonly string[], told: Told): Promise<void> {
  const { db, now, newId, callerId } = erasing
  await insertEvents(db, { companyId, propertyId: null, userId: callerId, at: now, newId }, [
    { kind: 'person-erased', data: told },
  ])
  await deriveAnew(erasing, companyId, { properties, userId: callerId, data: { pseudonym: told.pseudonym } })
}

/** Counts the version of properties up, so that nobody saves what they have open over it, and derives their rows anew. */
export async function deriveAnew(
  { db, now, today, newId }: Working,
  companyId: string,
  { properties, userId, data }: { properties: readonly string[]; userId: string | null; data: Record<string, unknown> },
): Promise<void> {
  const locked = await lockLiveProperties(db, companyId, { ids: properties })
  const changes = locked.map((propertyId) => ({ propertyId, events: [{ kind: 'person-erased', data }] as const }))
  await recordChanges(db, companyId, changes, { userId, now, newId })
  await rebuildReportRows(db, companyId, locked, today)
}
