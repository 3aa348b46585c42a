import { randomInt } from 'node:crypto'
import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import { DomainError, refuseIf } from '@gya/domain/error-catalogue.ts'
import { type Person, PersonMatcher } from '@gya/domain/features/personal-data/person-matcher.ts'
import { erasedEmail, erasedTel, fullNameOf, type Pseudonym, pseudonymOf } from '@gya/domain/features/personal-data/pseudonym.ts'
import { type Erasure, redactJson } from '@gya/domain/features/personal-data/redact-json.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { findMailsWithFile, isFileInUse, releaseMailFiles } from '../../emails/outbox.ts'
import type { Caller } from '../../http/access/caller.ts'
import type { RecordingContext } from '../../http/access/security-events.ts'
import { refuseToEndLastActing } from '../../http/access/sensitive-acts.ts'
import type { FileKind, FileStore } from '../../infra/files/file-store.ts'
import { deleteDocumentRow } from '../documents/documents.repository.ts'
import { recordCompanyEvents } from '../events/events.repository.ts'
import { takeOriginals } from '../mail-in/mail-in.repository.ts'
import { releaseUnread } from '../mail-in/release-unread.ts'
import { leaveConnections } from '../members/leave-connections.ts'
import { lockAdministrators } from '../members/members.repository.ts'
import { endLinks } from '../party-links/end-links.ts'
import { lockLiveProperties } from '../properties/write/properties.repository.ts'
import { saveProperties } from '../properties/write/save-properties.ts'
import { type Amended, amendEntries } from '../record/amend-entries.ts'
import { rebindMails } from '../record/bind-mails.ts'
import { releaseFilesOf } from '../record/file/record-file.repository.ts'
import { lockSeals } from '../record/seal-entries.ts'
import { unlockAccounts } from '../sign-in/sign-in-limits.ts'
import {
  deleteRateLimitsOfEmails,
  enableErasure,
  eraseAccount,
  type findDocumentsOf,
  type Row,
  type SearchScope,
  updateRow,
} from './person-search.repository.ts'
import {
  erasureRefusal,
  type FoundPerson,
  findPerson,
  type Hit,
  listDocumentsOf,
  propertyIdOf,
  salesAndAccountsOf,
  textsOf,
} from './person-search.ts'

/** Returns the columns that change when a person is replaced in a row. */
export function redactRow(hit: Hit, erasure: Erasure): Row {
  const { row, data, texts, otherColumns } = hit
  const { matcher, pseudonym } = erasure
  const name = fullNameOf(pseudonym)
  const columns: Row = {}
  for (const one of hit.people) Object.assign(columns, redactPerson(one, row, erasure))
  for (const { column, text } of texts)
    columns[column] = matcher.redact(text, name).slice(0, data.texts?.[column] ?? Number.POSITIVE_INFINITY)
  for (const column of otherColumns)
    columns[column] = data.lists?.includes(column)
      ? (row[column] as string[]).map((one) => (matcher.isContactDetail(one) ? name : matcher.redact(one, name)))
      : redactJson(erasure, row[column])
  return hit.table === 'mail' && otherColumns.some((column) => data.lists?.includes(column))
    ? { ...columns, ...clearedMail(row) }
    : columns
}

/**
 * Clears the text of a message to the person; a failed one is not retried. Sent messages that are kept for the record stay, with the person
 * replaced.
 */
const clearedMail = ({ state, attempts, keep_text }: Row): Row =>
  keep_text === true && state === 'sent' ? {} : { body: '', html: null, attempts: state === 'failed' ? 0 : attempts }

function redactPerson({ of, identity, likeness }: Hit['people'][number], row: Row, { matcher, pseudonym }: Erasure): Row {
  const tel = of.tel && identity.tel !== '' ? { [of.tel]: of.required ? erasedTel : '' } : {}
  if (likeness !== 'same') return matcher.isContactDetail(identity.tel) ? tel : {}
  const [first, last] = of.name
  const name = last === undefined ? { [first]: fullNameOf(pseudonym) } : { [first]: pseudonym.first, [last]: pseudonym.last }
  const hadName = of.name.some((part) => row[part] !== '')
  return {
    ...(hadName ? name : {}),
    ...(of.email ? { [of.email]: of.required ? erasedEmail : '' } : {}),
    ...tel,
    ...of.alsoCleared,
  }
}

export type ErasureContext = { db: Db; now: Instant; today: DateOnly; newId(): string }
type ErasePersonContext = ErasureContext &
  RecordingContext & {
    caller: Caller
    files: FileStore
    discardFile: (id: string | null, kind: FileKind) => Promise<void>
  }

/** No vowels, so that codes do not form words, and no characters that are easily confused. */
const pseudonymCharacters = 'BCDFGHJKLMNPQRSTVWXZ23456789'
export const newPseudonym = (): Pseudonym =>
  pseudonymOf(Array.from({ length: 6 }, () => pseudonymCharacters.charAt(randomInt(pseudonymCharacters.length))).join(''))

/**
 * Replaces a person by a pseudonym in all of a company's data, in one transaction: rows, texts, messages, record; ends
 * their accounts. Events, dates and amounts stay, so metrics do not change. Throws NOT_FOUND if nobody is found or a
 * document is not one of theirs, and what the rule refuses.
 */
export async function erasePerson(
  erasure: ErasePersonContext,
  companyId: string,
  person: Person,
  deleteDocuments: readonly string[],
) {
  const { db, now } = erasure
  const callerId = erasure.caller.userId
  const administrators = await lockAdministrators(db, companyId)
  const matcher = new PersonMatcher(person)
  const unread = await releaseUnread(erasure, companyId, (text) => matcher.firstMention(text) !== null)
  // Waits for running saves of these properties, so that their data is searched too.
  await lockLiveProperties(db, companyId, {
    ids: await affectedProperties(db, companyId, await findPerson(db, { companyId }, person)),
  })
  const found = await findPerson(db, { companyId }, person, { locked: true })
  if (found.hits.length === 0) throw new DomainError('NOT_FOUND')
  const parties = await salesAndAccountsOf(db, companyId, found)
  refuseIf(erasureRefusal(found, parties, { callerId, administrators }))
  const documents = await deleteChosenDocuments(
    erasure,
    companyId,
    await listDocumentsOf(db, companyId, found, parties),
    deleteDocuments,
  )
  for (const { row } of parties.accounts) {
    await refuseToEndLastActing(db, erasure.caller, companyId, String(row.id))
    await leaveConnections(erasure, { companyId, userId: String(row.id) }, 'end')
  }
  const pseudonym = newPseudonym()
  await lockSeals(db, companyId)
  const rebound = await redactHits(db, found, pseudonym)
  // Must run after the person was replaced, so that the record entries contain the pseudonym.
  await endLinks({ ...erasure, companyId, userId: callerId }, linkIdsOf(found), 'erased')
  const entryId = erasure.newId()
  const amended = await amendEntries(db, companyId, { by: entryId, eventIds: [...eventIdsOf(found), ...rebound] })
  for (const file of await releaseMailFiles(db, mailIdsOf(found))) await erasure.discardFile(file, 'original')
  for (const file of [...unread, ...(await releaseOriginals(db, { companyId }, found))])
    await erasure.discardFile(file, 'original')
  await deleteRateLimitsOfEmails(db, person.emails)
  await unlockAccounts(
    db,
    parties.accounts.map(({ row }) => String(row.id)),
  )
  for (const { row } of parties.accounts) {
    await erasure.discardFile(row.avatar as string | null, 'picture')
    await eraseAccount(db, String(row.id), { now, by: callerId })
  }
  const counts = countsOf(found)
  const properties = await affectedProperties(db, companyId, found)
  for (const file of await releaseFilesOf(db, companyId, properties)) await erasure.discardFile(file, 'original')
  await recordErased(erasure, companyId, properties, {
    entryId,
    amended,
    counts: { pseudonym: fullNameOf(pseudonym), documents, ...counts },
  })
  return { pseudonym: fullNameOf(pseudonym), documents, ...counts }
}

/** The properties whose projections have to be rebuilt. */
async function affectedProperties(db: Db, companyId: string, found: FoundPerson): Promise<string[]> {
  const { sales } = await salesAndAccountsOf(db, companyId, found)
  return [...new Set([...found.hits.flatMap((hit) => propertyIdOf(hit) ?? []), ...sales.map(({ property_id }) => property_id)])]
}

/** Returns the entries whose hashes of e-mails were replaced too. */
export async function redactHits(db: Db, { hits, matcher, ids }: FoundPerson, pseudonym: Pseudonym): Promise<string[]> {
  await enableErasure(db)
  for (const hit of hits) {
    const changed = redactRow(hit, { matcher, ids, pseudonym })
    if (Object.keys(changed).length > 0) await updateRow(db, [hit.table, hit.data], hit.row, changed)
  }
  for (const { table, row } of hits) if (table === 'task') await copyTaskTitle(db, String(row.company_id), String(row.id))
  const mails = hits.flatMap(({ table, row }) => (table === 'mail' ? [row.id] : table === 'mail_attachment' ? [row.mail_id] : []))
  const companyId = hits.map(({ row }) => row.company_id).find((id) => typeof id === 'string')
  return companyId === undefined ? [] : rebindMails(db, companyId, [...new Set(mails.map(String))])
}

/** Today repeats the titles of tasks. */
const copyTaskTitle = (db: Db, companyId: string, taskId: string) =>
  sql`
    update action_item i set description = t.title from task t
    where i.company_id = ${companyId} and t.company_id = ${companyId} and t.id = ${taskId} and i.key = 'task:' || t.id
      and i.subject_id = coalesce(t.property_id, t.id)`.execute(db)

/** Links whose party is the person. */
const linkIdsOf = ({ hits }: FoundPerson): string[] =>
  hits
    .filter(({ table, people }) => table === 'party_link' && people.some(({ likeness }) => likeness === 'same'))
    .map(({ row }) => String(row.id))

const mailIdsOf = ({ hits }: FoundPerson): string[] =>
  hits.filter(({ table }) => table === 'mail').map(({ row }) => String(row.id))

/** What e-mails call the person of a row: `party_ref` in server/features/mail-in. */
const partyRefKinds: Partial<Record<Hit['table'], string>> = {
  app_user: 'vendor',
  company_contact: 'firm',
  company_contact_poc: 'poc',
  offer: 'offer',
  property: 'buyer',
  property_additional_contact: 'additional',
}

/**
 * Received messages from the person, or that name them, are redacted; how they arrived cannot be. Returns the files to be discarded. Of one
 * property: the messages on it.
 */
export async function releaseOriginals(db: Db, { companyId, propertyId }: SearchScope, { hits }: FoundPerson): Promise<string[]> {
  const ids = hits.flatMap(({ table, row }) =>
    table === 'mail_in' ? [row.id] : table === 'mail_in_file' ? [row.mail_in_id] : [],
  )
  const refs = hits.flatMap(({ table, row, people }) => {
    const kind = partyRefKinds[table]
    return kind !== undefined && people.some(({ likeness }) => likeness === 'same') ? [`${kind}:${String(row.id)}`] : []
  })
  return takeOriginals(
    db,
    companyId,
    sql`(m.id = any(${ids}::uuid[]) or m.party_ref = any(${refs}::text[]))
      and (${propertyId ?? null}::uuid is null or exists (select from mail_in_sale x where x.company_id = m.company_id
        and x.mail_in_id = m.id and x.property_id = ${propertyId ?? null}::uuid and x.state = 'filed'))`,
  )
}

export const eventIdsOf = ({ hits }: FoundPerson): string[] =>
  hits.filter(({ table }) => table === 'event').map(({ row }) => String(row.id))

export const countsOf = (found: FoundPerson) => ({
  entries: found.hits.filter(({ people }) => people.some(({ likeness }) => likeness === 'same')).length,
  texts: textsOf(found).length,
  mails: mailIdsOf(found).length,
  record: found.hits.filter(({ table }) => table === 'event').length,
})

/** Deletes the chosen of these documents; returns the number. Throws NOT_FOUND for any other document. */
async function deleteChosenDocuments(
  { db, discardFile }: ErasePersonContext,
  companyId: string,
  documents: Awaited<ReturnType<typeof findDocumentsOf>>,
  chosen: readonly string[],
): Promise<number> {
  const chosenIds = new Set(chosen)
  const toDelete = documents.filter(({ id }) => chosenIds.has(id))
  if (toDelete.length < chosenIds.size) throw new DomainError('NOT_FOUND')
  for (const { id, property_id, file } of toDelete) {
    await deleteDocumentRow(db, { companyId, propertyId: property_id, documentId: id })
    const otherFiles = await releaseMailFiles(db, await findMailsWithFile(db, file))
    const isInUse = await isFileInUse(db, file)
    for (const fileId of new Set(isInUse ? otherFiles : [...otherFiles, file])) await discardFile(fileId, 'original')
  }
  return toDelete.length
}

type ErasureCounts = { pseudonym: string; documents: number; entries: number; texts: number; mails: number; record: number }

type RecordedErasure = { entryId: string; amended: Amended | null; counts: ErasureCounts }

/**
 * Records the erasure with the pseudonym, for the company and each property. The company's entry includes the digest of the replaced
 * entries.
 */
async function recordErased(
  erasure: ErasePersonContext,
  companyId: string,
  properties: readonly string[],
  { entryId, amended, counts }: RecordedErasure,
): Promise<void> {
  const { db, now } = erasure
  const callerId = erasure.caller.userId
  await recordCompanyEvents(db, { companyId, userId: callerId, at: now, newId: () => entryId }, [
    { kind: 'person-erased', data: { ...counts, ...(amended ? { amended } : {}) } },
  ])
  await rebuildErasedProperties(erasure, companyId, { properties, userId: callerId, data: { pseudonym: counts.pseudonym } })
}

/** Increments the versions, so that open forms become stale, and rebuilds the projections. */
export async function rebuildErasedProperties(
  erasure: ErasureContext,
  companyId: string,
  { properties, userId, data }: { properties: readonly string[]; userId: string | null; data: Record<string, unknown> },
): Promise<void> {
  const ids = await lockLiveProperties(erasure.db, companyId, { ids: properties })
  await saveProperties('erasure', { ...erasure, companyId, userId }, { ids }, async () => ({
    changes: ids.map((propertyId) => ({ propertyId, events: [{ kind: 'person-erased', data }] })),
    result: null,
  }))
}
