import { z } from 'zod'
import { Email, FileResponse, Id, line, Success, Tel, Timestamp, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { dialledDigits } from './person-matcher.ts'
import { type EntryKind as EntryKindName, entryKinds, retentionFields } from './personal-data.rules.ts'

/**
 * What is held about one person within a company: found, exported, erased; and how long it is kept. None of these calls is
 * the specification's. A person is looked for in a body, because addresses of pages are kept by browsers and proxies.
 */

const companyParams = z.strictObject({ companyId: Id })

const SearchName = line(160).min(3, 'Use at least 3 characters.')
const SearchTel = Tel.refine((tel) => dialledDigits(tel).length >= 6, 'Use at least 6 digits.')
export const personFields = {
  names: z.array(SearchName).max(5, 'Use at most 5 names.').default([]),
  emails: z.array(Email).max(5, 'Use at most 5 addresses.').default([]),
  tels: z.array(SearchTel).max(5, 'Use at most 5 numbers.').default([]),
}

export const EntryKind = z.enum(Object.keys(entryKinds) as [EntryKindName, ...EntryKindName[]])

const PropertyReference = z.object({
  branchId: Id,
  propertyId: Id,
  address: z.string(),
  /** Deleted, and so not to be opened. */
  deleted: z.boolean(),
})

export const PersonEntry = z.object({
  kind: EntryKind,
  _id: Id,
  /** Theirs; or somebody's who has the name but another e-mail address, or shares the telephone number. */
  likeness: z.enum(['same', 'namesake', 'sharesTel']),
  name: z.string(),
  email: z.string(),
  tel: z.string(),
  /** Of an account the role; of an offer its state. */
  detail: z.string(),
  place: PropertyReference.nullable(),
})

export const searchPerson = endpoint({
  method: 'POST',
  path: '/company/:companyId/personal-data/search',
  permission: 'personal-data.manage',
  summary: 'Everything a company holds about one person, and why they cannot be erased, if so. Changes nothing.',
  params: companyParams,
  body: z.strictObject(personFields),
  response: z.object({
    entries: z.array(PersonEntry),
    /** Notes and other texts that name them; the first hundred. */
    texts: z.array(z.object({ what: z.string(), excerpt: z.string(), place: PropertyReference.nullable() })),
    counts: z.object({ texts: z.int(), mails: z.int(), record: z.int() }),
    /** The files of the properties they are a party of: what is in them, the product does not know. */
    documents: z.array(z.object({ _id: Id, fileName: z.string(), note: z.string(), place: PropertyReference })),
    /** Further names, addresses and numbers that stand in entries of theirs. */
    alsoKnownAs: z.object({ names: z.array(z.string()), emails: z.array(z.string()), tels: z.array(z.string()) }),
    whyNotErase: z.string().nullable(),
    /** The sales that stand in the way. */
    openSales: z.array(PropertyReference),
  }),
})

export const exportPerson = endpoint({
  method: 'POST',
  path: '/company/:companyId/personal-data/export',
  permission: 'personal-data.manage',
  summary: 'The same as a ZIP file: `person.html` to read, `person.json` for a machine, and their photo.',
  params: companyParams,
  body: z.strictObject(personFields),
  responseTypes: ['application/zip'],
  response: FileResponse,
})

export const erasePerson = endpoint({
  method: 'POST',
  path: '/company/:companyId/personal-data/erase',
  permission: 'personal-data.manage',
  summary: 'Replaces a person by a pseudonym wherever a company holds them. Refused while they are a party of an open sale.',
  params: companyParams,
  body: z.strictObject({
    ...personFields,
    /** Files that go with them: those that the search named. */
    deleteDocuments: z.array(Id).max(200, 'Choose at most 200 files.').default([]),
  }),
  response: z.object({
    pseudonym: z.string(),
    entries: z.int(),
    texts: z.int(),
    mails: z.int(),
    record: z.int(),
    documents: z.int(),
  }),
})

export const exportOwnData = endpoint({
  method: 'GET',
  path: '/user/me/personal-data',
  permission: 'account.use',
  summary: 'What is held about whoever is signed in under their own account, as a ZIP file.',
  responseTypes: ['application/zip'],
  response: FileResponse,
})

const Retention = z.object({
  ...retentionFields,
  version: Version,
  /** When the settings were last applied; null where they never were. */
  appliedOn: Timestamp.nullable(),
  /** What the next night would do, as the settings stand. */
  preview: z.object({ sales: z.int(), mails: z.int() }),
})

export const readRetention = endpoint({
  method: 'GET',
  path: '/company/:companyId/retention',
  permission: 'personal-data.manage',
  summary: 'How long a company keeps what, and what the next night would do about it.',
  params: companyParams,
  response: Retention,
})

export const saveRetention = endpoint({
  method: 'PUT',
  path: '/company/:companyId/retention',
  permission: 'personal-data.manage',
  summary: 'Set how long a company keeps what. Applied every night.',
  params: companyParams,
  body: z.strictObject({ ...retentionFields, version: Version }),
  response: Success,
})
