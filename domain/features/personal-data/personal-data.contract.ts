import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Email, FileResponse, Id, line, Success, Tel, Timestamp, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { dialledDigits } from './person-matcher.ts'
import { type EntryKind as EntryKindName, entryKinds, retentionFields } from './personal-data.rules.ts'

/**
 * Search, export and erasure of one person's data within a company, and retention. These calls are not in the
 * specification. The person is in the request body, because URLs are kept by browsers and proxies.
 */

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
  /** Deleted properties cannot be opened. */
  deleted: z.boolean(),
})

export const PersonEntry = z.object({
  kind: EntryKind,
  _id: Id,
  /** See `Likeness`. */
  likeness: z.enum(['same', 'namesake', 'sharesTel']),
  name: z.string(),
  email: z.string(),
  tel: z.string(),
  /** Role of an account, or state of an offer. */
  detail: z.string(),
  place: PropertyReference.nullable(),
})

export const searchPerson = endpoint({
  method: 'POST',
  path: '/company/:companyId/personal-data/search',
  permission: 'personal-data.manage',
  summary: 'All data of a company about one person, and what prevents an erasure, if anything. Read-only.',
  params: companyParams,
  body: z.strictObject(personFields),
  response: z.object({
    entries: z.array(PersonEntry),
    /** Notes and other texts that name the person, at most 100. */
    texts: z.array(z.object({ what: z.string(), excerpt: z.string(), place: PropertyReference.nullable() })),
    counts: z.object({ texts: z.int(), mails: z.int(), record: z.int() }),
    /** Files of the properties of which the person is a party; their content is not searched. */
    documents: z.array(z.object({ _id: Id, fileName: z.string(), note: z.string(), place: PropertyReference })),
    /** Further names, addresses and numbers found in the person's entries. */
    alsoKnownAs: z.object({ names: z.array(z.string()), emails: z.array(z.string()), tels: z.array(z.string()) }),
    whyNotErase: z.string().nullable(),
    /** Open sales that prevent an erasure. */
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
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'exported the data of a person',
})

export const erasePerson = endpoint({
  method: 'POST',
  path: '/company/:companyId/personal-data/erase',
  permission: 'personal-data.manage',
  summary: 'Replace a person by a pseudonym in all data of a company. Refused while they are a party of an open sale.',
  params: companyParams,
  body: z.strictObject({
    ...personFields,
    /** Documents from the search result to delete as well. */
    deleteDocuments: z.array(Id).max(200, 'Choose at most 200 files.').default([]),
  }),
  response: z.object({
    pseudonym: z.string(),
    entries: z.int(),
    texts: z.int(),
    mails: z.int(),
    record: z.int(),
    documents: z.int(),
    /** Customer checks of them that the law has kept, in words. */
    kept: z.string().optional(),
  }),
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'erased the data of a person',
})

export const exportOwnData = endpoint({
  method: 'GET',
  path: '/user/me/personal-data',
  permission: 'account.use',
  summary: 'The data about the signed-in user, as a ZIP file.',
  responseTypes: ['application/zip'],
  response: FileResponse,
})

const Retention = z.object({
  ...retentionFields,
  version: Version,
  /** Null if never applied. */
  appliedOn: Timestamp.nullable(),
  /** Effect of the next nightly run. */
  preview: z.object({ sales: z.int(), mails: z.int() }),
})

export const readRetention = endpoint({
  method: 'GET',
  path: '/company/:companyId/retention',
  permission: 'personal-data.manage',
  summary: 'The retention settings of a company, and the effect of the next nightly run.',
  params: companyParams,
  response: Retention,
})

export const saveRetention = endpoint({
  method: 'PUT',
  path: '/company/:companyId/retention',
  permission: 'personal-data.manage',
  summary: 'Change the retention settings. Applied every night.',
  params: companyParams,
  body: z.strictObject({
    ...retentionFields,
    /** Missing: as before. */
    saleMailYears: retentionFields.saleMailYears.optional(),
    version: Version,
  }),
  response: Success,
  requiresConfirmedIdentity: true,
  notifiesAdministrators: 'changed the retention periods',
  refusedInSupportAccess: true,
})
