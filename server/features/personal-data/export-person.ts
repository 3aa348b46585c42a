import { Buffer } from 'node:buffer'
import { type Instant, showDateTime } from '@gya/domain/common/dates.ts'
import { describeAuditEvent } from '@gya/domain/features/audit/audit-kinds.ts'
import { heldBack } from '@gya/domain/features/customer-checks/customer-checks.rules.ts'
import type { EventData } from '@gya/domain/features/events/event-facts.ts'
import { describeEvent } from '@gya/domain/features/events/event-kinds.ts'
import type { Person } from '@gya/domain/features/personal-data/person-matcher.ts'
import { entryKinds } from '@gya/domain/features/personal-data/personal-data.rules.ts'
import { strToU8, type Zippable, zipSync } from 'fflate'
import type { Db } from '../../db/pool.ts'
import { type FileStore, fileKey } from '../../infra/files/file-store.ts'
import { type Html, html } from '../../infra/html.ts'
import { listChecksOfCustomers } from '../customer-checks/kept-checks.ts'
import { listFilesOfMails } from '../mail-in/mail-in.repository.ts'
import { keptOfPerson } from './kept-of-person.ts'
import { findActionsOf, findAuditOf, findDocumentsOf, findSales, findSessionsOf, type Row } from './person-search.repository.ts'
import { type FoundPerson, mailsInOf, propertyIdOf, salesAndAccountsOf, textsOf } from './person-search.ts'

type ExportContext = {
  db: Db
  files: FileStore
  now: Instant
  companyId: string
  company: string
  /** The vendor's own export: without the agency's files. */
  own?: true
}
type Line = Readonly<Record<string, string | number | boolean | null>>
/** Exported data by section, shared by HTML and JSON. */
type Sections = Readonly<Record<string, readonly Line[]>>

/** Never exported: secrets and internal columns. */
const omittedColumns = ['password_hash', 'avatar', 'company_id', 'version', 'updated_by']

const toJsonScalar = (value: unknown): string | number | boolean | null =>
  value === null || value === undefined
    ? null
    : typeof value === 'object'
      ? JSON.stringify(value)
      : (value as string | number | boolean)
const toExportLine = (row: Row): Line =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => !omittedColumns.includes(column))
      .map(([column, value]) => [column, toJsonScalar(value)]),
  )

/** A ZIP file with an HTML page, the same data as JSON, and the photos. */
export async function makePersonExport(context: ExportContext, found: FoundPerson): Promise<Buffer> {
  const { sections, avatars } = await exportSections(context, found)
  const about = { company: context.company, madeOn: context.now, person: found.matcher.person }
  const files: Zippable = {
    'person.html': strToU8(exportPage(about, sections).text),
    'person.json': strToU8(JSON.stringify({ ...about, ...sections }, null, 2)),
  }
  for (const [at, avatar] of avatars.entries()) files[`photo-${at + 1}.webp`] = await readFileContent(context.files, avatar)
  return Buffer.from(zipSync(files, { mtime: context.now }))
}

async function readFileContent(files: FileStore, id: string): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of await files.read(fileKey(id, 'full'))) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

async function exportSections(
  { db, companyId, own }: ExportContext,
  found: FoundPerson,
): Promise<{ sections: Sections; avatars: string[] }> {
  const { sales, accounts } = await salesAndAccountsOf(db, companyId, found)
  const userIds = accounts.map(({ row }) => String(row.id))
  const ids = found.hits.flatMap((hit) => propertyIdOf(hit) ?? [])
  const places = await findSales(db, companyId, { ids, owners: userIds })
  const addressOf = new Map(places.map(({ property_id, address }) => [property_id, address]))
  const at = (id: string | null) => addressOf.get(id ?? '') ?? null
  const ofSales = own ? [] : sales.map(({ property_id }) => property_id)
  const mailsIn = mailsInOf(found).map(({ row }) => row)
  const mailInIds = mailsIn.map(({ id }) => String(id))
  const documents = await findDocumentsOf(db, companyId, ofSales, own ? [] : mailInIds)
  const filesOfMails = Map.groupBy(await listFilesOfMails(db, { companyId, mailInIds }), ({ mail_in_id }) => mail_in_id)
  const mails = found.hits.filter(({ table }) => table === 'mail')
  const sections = {
    entries: found.hits.flatMap((hit) =>
      hit.people
        .filter(({ likeness }) => likeness === 'same')
        .map(({ of }) => ({ as: entryKinds[of.kind], property: at(propertyIdOf(hit)), ...toExportLine(hit.row) })),
    ),
    sales: sales.map(({ address, completed_on, completion_date, withdrawn_on, agreed_price }) => ({
      address,
      agreedPrice: agreed_price === null ? null : agreed_price / 100,
      completionDate: completion_date,
      completedOn: completed_on,
      withdrawnOn: withdrawn_on,
    })),
    texts: textsOf(found)
      .filter(({ hit }) => !mailsIn.includes(hit.row))
      .map(({ hit, text }) => ({
        what: hit.data.label ?? hit.data.description,
        property: at(propertyIdOf(hit)),
        text,
      })),
    emails: mails.map(({ row }) => ({
      on: String(row.createdon),
      to: (row.recipients as string[]).join(', '),
      subject: String(row.subject),
      text: String(row.body),
      state: String(row.state),
    })),
    // Own words and names of files.
    receivedEmails: mailsIn.map((row) => ({
      on: String(row.arrived_on),
      from: String(row.from_email),
      to: (row.to_list as string[]).join(', '),
      subject: String(row.subject),
      text: String(row.text),
      files: (filesOfMails.get(String(row.id)) ?? []).map(({ name }) => name).join(', '),
    })),
    record: found.hits.filter(({ table }) => table === 'event').map(({ row }) => toRecordLine(row, at)),
    done: (await findActionsOf(db, companyId, userIds)).map((row) => toRecordLine({ ...row, data: {} }, at)),
    sessions: (await findSessionsOf(db, companyId, userIds)).map(({ opened_on, last_on, ended_on, device, network }) => ({
      since: opened_on,
      lastSeen: last_on,
      until: ended_on,
      device,
      network,
    })),
    security: (await findAuditOf(db, companyId, userIds)).map(({ at, kind, data, network }) =>
      toAuditLine({ at, kind, data, network }),
    ),
    ...(await checksOf(db, companyId, found, own === true)),
    files: documents.map(({ file_name, note, property_id, bytes, createdon }) => ({
      fileName: file_name,
      note,
      property: at(property_id),
      bytes,
      addedOn: createdon,
    })),
  }
  return { sections, avatars: accounts.flatMap(({ row }) => (typeof row.avatar === 'string' ? [row.avatar] : [])) }
}

/** What was checked of the person, without why and what was decided. Left out by a company without a register. */
async function checksOf(db: Db, companyId: string, { matcher }: FoundPerson, own: boolean): Promise<Sections> {
  const { ids } = own ? { ids: [] } : await keptOfPerson(db, companyId, matcher.person)
  if (ids.length === 0) return {}
  const checks = await listChecksOfCustomers(db, companyId, ids)
  return { customerChecks: checks.map((check) => ({ ...check, wordsReasonsAndDecision: heldBack })) }
}

function toRecordLine({ at, kind, data, property_id }: Row, addressOf: (id: string | null) => string | null): Line {
  const description = describeEvent(String(kind), data as EventData)
  const facts = description?.facts.map(({ what, from, to }) =>
    [what, [from, to].filter(Boolean).join(' → ')].filter(Boolean).join(': '),
  )
  return {
    on: String(at),
    property: addressOf(property_id as string | null),
    what: description?.words ?? String(kind),
    facts: (facts ?? []).join('; '),
  }
}

function toAuditLine({ at, kind, data, network }: Row): Line {
  const description = describeAuditEvent(String(kind), data as EventData)
  const facts = description?.facts.map(({ what, from, to }) => `${what}: ${[from, to].filter(Boolean).join(' → ')}`)
  return {
    on: String(at),
    what: description?.words ?? String(kind),
    facts: (facts ?? []).join('; '),
    network: network as string | null,
    browser: ((data as EventData).userAgent as string | undefined) ?? null,
  }
}

const headings: Readonly<Record<string, string>> = {
  entries: 'As what they are known',
  sales: 'Sales they are a party of',
  texts: 'Texts that name them',
  emails: 'E-mails',
  receivedEmails: 'E-mails that arrived',
  record: 'Entries of the record about them',
  done: 'What was done with their account',
  sessions: 'Where they have been signed in',
  security: 'Security events of their account',
  customerChecks: 'Checks of them that the law asks for',
  files: 'Files of these sales and e-mails, by name: ask the agency for what is in them',
}

const style = html`
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; border-top: 1px solid #ccc; padding-top: .5rem; }
  dt { color: #555; } dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }`

const formatValue = (value: string | number | boolean): string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? showDateTime(value) : String(value)
const columnLabel = (column: string): string =>
  column
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()

const sectionHtml = ([section, lines]: [string, readonly Line[]]): Html =>
  html`<h2>${headings[section] ?? section} (${lines.length})</h2>${lines.map(
    (line) =>
      html`<dl>${Object.entries(line)
        .filter((entry): entry is [string, string | number | boolean] => entry[1] !== null && entry[1] !== '')
        .map(([column, value]) => html`<dt>${columnLabel(column)}</dt><dd>${formatValue(value)}</dd>`)}</dl>`,
  )}`

const exportPage = (
  { company, madeOn, person }: { company: string; madeOn: Instant; person: Person },
  sections: Sections,
): Html =>
  html`<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>Personal data</title><style>${style}</style></head><body>
<h1>What ${company} holds about a person</h1>
<p>Looked for: ${[...person.names, ...person.emails, ...person.tels].join(', ')}. Made on ${showDateTime(madeOn)}.</p>
${Object.entries(sections).map(sectionHtml)}</body></html>`
