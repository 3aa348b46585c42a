import { z } from 'zod'
import { pagedListOf, pagingQuery, TextSearch } from '../../common/paging.ts'
import { branchParams, companyParams, propertyParams } from '../../common/scope-params.ts'
import { FileResponse, Id, Ids, paragraph, Timestamp, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { MailState } from '../mail/mail.model.ts'
import { Proposal } from '../party-links/party-links.model.ts'
import { PropertyDetail } from '../properties/properties.model.ts'
import { saleRoles } from '../property-contacts/parties.ts'
import { leftOutReasons } from './left-out.ts'
import { mailInStates, mailKinds, mailWarnings, matchReasons, senderChecks } from './mail-in.model.ts'

/** E-mails that arrived. Not in the specification: [mail-in §8](docs/design/mail-in.md#8). */

const mailParams = companyParams.extend({ mailInId: Id })
const Address = z.object({ line1: z.string(), postcode: z.string() })
const Correspondent = z.object({ name: z.string(), email: z.string() })

const CandidateSale = z.object({
  propertyId: Id,
  branchId: Id,
  address: Address,
  vendor: z.string(),
  /** Empty: none. */
  buyer: z.string(),
  /** Strongest first; empty: chosen by hand. */
  reasons: z.array(z.enum(matchReasons)),
  /** "names 27 Rodway Road". */
  words: z.string(),
  /** The sale that it was about had fallen off on this day. */
  fellOffOn: z.string().nullable(),
})

const FiledSale = CandidateSale.extend({
  filedOn: Timestamp,
  /** `null`: by rule. */
  filedBy: z.string().nullable(),
  /** Somebody waits for an answer. */
  waits: z.boolean(),
})

const MailFile = z.object({
  ordinal: z.int(),
  name: z.string(),
  contentType: z.string(),
  bytes: z.int(),
  /** The subject of the attached message that it is in; `null`: of the e-mail itself. */
  inside: z.string().nullable(),
  /** "Being checked for viruses". */
  beingChecked: z.boolean(),
  /** Why it cannot be kept; `null`: it can. */
  leftOut: z.enum(leftOutReasons).nullable(),
  /** Can be downloaded. */
  available: z.boolean(),
  /** It is in a customer check: it is no document, and opened with `check.view` alone. */
  inCheck: z.literal(true).optional(),
  /** The documents that it is, of sales in the caller’s reach. */
  documents: z.array(z.object({ propertyId: Id, documentId: Id })),
})

const Warning = z.object({
  warning: z.enum(mailWarnings),
  /** The address, domain or day that the warning compares with; empty: none. */
  known: z.string(),
})

/** Texts of the sender. Bank details in them are masked, unless they were asked for. */
export const MailIn = z
  .object({
    _id: Id,
    branchId: Id,
    state: z.enum(mailInStates),
    kind: z.enum(mailKinds),
    /** A colleague wrote it to a party. */
    outgoing: z.boolean(),
    arrivedOn: Timestamp,
    writtenOn: Timestamp.nullable(),
    from: Correspondent,
    to: z.array(z.string()),
    cc: z.array(z.string()),
    /** Who it is of the parties; `null`: nobody that we know. */
    party: z.object({ ref: z.string(), role: z.enum(saleRoles), name: z.string() }).nullable(),
    /** Whom to ring about a warning: name and number of our contacts. */
    ring: z.object({ name: z.string(), tel: z.string(), email: z.string() }).nullable(),
    forwardedBy: z.string().nullable(),
    subject: z.string(),
    text: z.string(),
    signature: z.string(),
    quoted: z.string(),
    /** Whether the texts hold bank details that are masked here. */
    digitsHidden: z.boolean(),
    /** Why only its head is shown. */
    unreadBecause: z.string().nullable(),
    senderCheck: z.enum(senderChecks),
    /** Results of SPF, DKIM, DMARC and ARC; `null` before they are known. */
    checks: z
      .object({
        spf: z.string(),
        dkim: z.array(z.object({ domain: z.string(), result: z.string() })),
        dmarc: z.string(),
        policy: z.string(),
        arc: z.string(),
      })
      .nullable(),
    warnings: z.array(Warning),
    /** Who checked the warnings, and how; `null`: nobody has. */
    cleared: z.object({ by: z.string().nullable(), on: Timestamp, how: z.string() }).nullable(),
    files: z.array(MailFile),
    /** Whether it can be shown as it was sent. */
    hasHtml: z.boolean(),
    /** Whether the original can be downloaded. */
    hasOriginal: z.boolean(),
    /** The sales that it is on, in the caller’s reach. */
    sales: z.array(FiledSale),
    /** What it proposes for these sales, in order. `effect` and `refusal` as in `readProposalInbox`. */
    proposals: z.array(Proposal.extend({ propertyId: Id, effect: z.string(), refusal: z.string().nullable() })),
    /** Whether one key accepts them: the sender is proved, and no warning stands. */
    acceptsByKey: z.boolean(),
    /** Where a reply goes: the address that we hold of the party; `null`: none. */
    replyTo: Correspondent.nullable(),
    /** The sales that it may be about, best first. */
    candidates: z.array(CandidateSale.extend({ isChosen: z.boolean() })),
    /** Sales and candidates of other branches. */
    elsewhere: z.int(),
    /** The branches that it can be passed to; empty for one on a sale. */
    passTo: z.array(z.object({ _id: Id, name: z.string() })),
    threadId: Id,
    version: Version,
  })
  .meta({ id: 'MailIn' })
export type MailIn = z.output<typeof MailIn>

const MailRow = z.object({
  _id: Id,
  branchId: Id,
  arrivedOn: Timestamp,
  kind: z.enum(mailKinds),
  from: Correspondent,
  firm: z.string().nullable(),
  subject: z.string(),
  /** The first words. */
  start: z.string(),
  senderCheck: z.enum(senderChecks),
  warnings: z.array(z.enum(mailWarnings)),
  files: z.int(),
  candidate: z.object({ propertyId: Id, address: Address, words: z.string() }).nullable(),
  /** Of a filed one: a sale that it is on, in the caller’s reach. */
  filedOn: z.object({ propertyId: Id, branchId: Id, address: Address, words: z.string() }).nullable(),
  /** Others of this sender in the list. */
  alike: z.int(),
  version: Version,
})
export type MailRow = z.output<typeof MailRow>

const Undoable = z.object({ undoId: Id, description: z.string() })

export const listMailIn = endpoint({
  method: 'GET',
  path: '/mail/:companyId',
  permission: 'mail.file',
  liveFor: ['mail'],
  readsFromStandby: true,
  summary: 'List the e-mails that are to file, set aside, junk, or filed, newest first.',
  params: companyParams,
  query: z.strictObject({
    ...pagingQuery(),
    branchIds: Ids.optional(),
    state: z.enum(['inbox', 'aside', 'junk', 'filed']).default('inbox'),
    searchText: TextSearch,
  }),
  response: pagedListOf(MailRow),
})

export const countMailIn = endpoint({
  method: 'GET',
  path: '/mail/:companyId/counts',
  permission: 'mail.file',
  liveFor: ['mail'],
  readsFromStandby: true,
  summary: 'Count the e-mails to file, and those that filed themselves today; and whether a branch receives any.',
  params: companyParams,
  query: z.strictObject({ branchIds: Ids.optional() }),
  response: z.object({
    inbox: z.int(),
    oldestOn: Timestamp.nullable(),
    filedToday: z.int(),
    /** Whether the address of one of the branches is switched on. */
    isOn: z.boolean(),
  }),
})

export const readMailIn = endpoint({
  method: 'GET',
  path: '/mail/:companyId/:mailInId',
  permission: 'mail.view',
  liveFor: ['mail'],
  summary: 'Get one e-mail with its sales, candidates, files and warnings. `digits=shown` unmasks bank details.',
  params: mailParams,
  query: z.strictObject({ digits: z.literal('shown').optional() }),
  response: MailIn,
})

export const fileMailIn = endpoint({
  method: 'PUT',
  path: '/mail/:companyId/:mailInId/sales',
  permission: 'mail.file',
  summary: 'File an e-mail on sales, or move it: these are its sales. Can be undone.',
  params: mailParams,
  body: z.strictObject({
    propertyIds: z
      .array(Id)
      .min(1, 'Choose a sale.')
      .max(10, 'Choose at most 10.')
      .refine((ids) => new Set(ids).size === ids.length, 'Choose each sale once.'),
    version: Version,
  }),
  response: Undoable.extend({ mail: MailIn }),
})

export const setMailAside = endpoint({
  method: 'POST',
  path: '/mail/:companyId/:mailInId/aside',
  permission: 'mail.file',
  summary:
    'Set an e-mail aside, mark it as junk, or bring it back; with `alike` up to 200 of its sender in the same list. Can be undone.',
  params: mailParams,
  body: z.strictObject({
    as: z.enum(['aside', 'junk', 'inbox'], 'Choose a list.'),
    alike: z.boolean('Say yes or no.').default(false),
    version: Version,
  }),
  response: Undoable.extend({ count: z.int() }),
})

export const passMailIn = endpoint({
  method: 'POST',
  path: '/mail/:companyId/:mailInId/pass',
  permission: 'mail.file',
  summary: 'Pass an e-mail to file on to another branch of the company, whether or not the caller reaches it. Can be undone.',
  params: mailParams,
  body: z.strictObject({ branchId: Id, version: Version }),
  response: Undoable,
})

export const clearMailWarnings = endpoint({
  method: 'POST',
  path: '/mail/:companyId/:mailInId/cleared',
  permission: 'mail.file',
  summary: 'Say how the warnings about an e-mail were checked: who was rung, on which number.',
  params: mailParams,
  body: z.strictObject({ how: paragraph(300).min(1, 'Say how you checked it.'), version: Version }),
  response: MailIn,
})

export const keepMailFiles = endpoint({
  method: 'POST',
  path: '/mail/:companyId/:mailInId/keep',
  permission: 'mail.file',
  summary:
    'Make attachments documents of a sale that the e-mail is on. One that the sale has already is not added twice. Can be undone.',
  scopeInBody: { propertyId: 'propertyId' },
  params: mailParams,
  body: z.strictObject({
    propertyId: Id,
    ordinals: z.array(z.int().min(0).max(1000)).min(1, 'Choose a file.').max(100, 'Choose at most 100.'),
    /** By default whose e-mail it came with. */
    note: paragraph(1000).optional(),
  }),
  response: Undoable.extend({ mail: MailIn }),
})

export const acceptMailIn = endpoint({
  method: 'POST',
  path: '/mail/:companyId/:mailInId/accept',
  permission: 'proposal.decide',
  summary: 'Accept everything that an e-mail proposes for a sale, in order, with one undo. The first refusal changes nothing.',
  params: mailParams,
  scopeInBody: { propertyId: 'propertyId' },
  body: z.strictObject({
    propertyId: Id,
    version: Version.optional(),
    evenIfNotVerified: z.boolean('Say yes or no.').default(false),
  }),
  response: PropertyDetail.extend({ undoId: Id, description: z.string() }),
})

export const downloadMailInFile = endpoint({
  method: 'GET',
  path: '/mail/:companyId/:mailInId/file/:ordinal',
  permission: 'mail.view',
  summary: 'Download an attachment.',
  params: mailParams.extend({ ordinal: z.coerce.number().int().min(0).max(1000) }),
  responseTypes: ['application/octet-stream'],
  response: FileResponse,
})

export const downloadMailIn = endpoint({
  method: 'GET',
  path: '/mail/:companyId/:mailInId/raw',
  permission: 'mail.file',
  summary: 'Download an e-mail as it was received.',
  params: mailParams,
  responseTypes: ['application/octet-stream'],
  response: FileResponse,
})

export const readMailInHtml = endpoint({
  method: 'GET',
  path: '/mail/:companyId/:mailInId/html',
  permission: 'mail.view',
  summary:
    'Get the HTML of an e-mail for a frame without rights: text, tables and lists alone. One with bank details is its masked text, unless `digits=shown`.',
  params: mailParams,
  query: z.strictObject({ digits: z.literal('shown').optional() }),
  responseTypes: ['text/html'],
  response: FileResponse,
})

const MailThread = z.object({
  threadId: Id,
  /** Of the first e-mail. */
  subject: z.string(),
  /** Everybody outside that it was from or to. */
  with: z.array(z.string()),
  count: z.int(),
  lastOn: Timestamp,
  hasFiles: z.boolean(),
  hasWarning: z.boolean(),
  /** Somebody waits for an answer. */
  waits: z.boolean(),
})
export type MailThread = z.output<typeof MailThread>

/** An e-mail of ours in a thread. `text` is empty where it is no longer kept. */
const MailOut = z.object({
  _id: Id,
  at: Timestamp,
  to: z.array(z.string()),
  cc: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  files: z.array(z.string()),
  state: MailState,
  /** Addresses that did not take it, with the answer. */
  refused: z.array(z.object({ email: z.string(), because: z.string() })),
  /** `null`: sent by a rule. */
  sentBy: z.string().nullable(),
})
export type MailOut = z.output<typeof MailOut>

export const listCorrespondence = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/correspondence',
  permission: 'mail.view',
  liveFor: ['property', 'day', 'mail'],
  readsFromStandby: true,
  summary: 'List the threads of e-mails of a sale, sent and received, newest first.',
  params: propertyParams,
  query: z.strictObject(pagingQuery()),
  response: pagedListOf(MailThread),
})

export const readCorrespondence = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/correspondence/:threadId',
  permission: 'mail.view',
  liveFor: ['property', 'day', 'mail'],
  summary: 'Get the last 100 e-mails of a thread of a sale, sent and received, oldest first.',
  params: propertyParams.extend({ threadId: Id }),
  response: z.object({
    data: z.array(
      z.discriminatedUnion('way', [
        z.object({ way: z.literal('in'), mail: MailIn }),
        z.object({ way: z.literal('out'), mail: MailOut }),
      ]),
    ),
  }),
})

const MailAddress = z.object({
  /** `null`: not chosen yet. */
  name: z.string().nullable(),
  on: z.boolean(),
  /** The whole address; `null` without a name or a domain. */
  address: z.string().nullable(),
  /** `null`: this installation receives no e-mail. */
  domain: z.string().nullable(),
  suggestedName: z.string(),
  /** The last ten e-mails that arrived, without content. */
  arrivals: z.array(z.object({ arrivedOn: Timestamp, state: z.enum(mailInStates), kind: z.enum(mailKinds) })),
  version: Version,
})

export const readMailAddress = endpoint({
  method: 'GET',
  path: '/branch/:companyId/:branchId/mail-address',
  permission: 'mail.settings',
  summary: 'Get the address at which a branch receives e-mail.',
  params: branchParams,
  response: MailAddress,
})

export const saveMailAddress = endpoint({
  method: 'PUT',
  path: '/branch/:companyId/:branchId/mail-address',
  permission: 'mail.settings',
  summary: 'Choose the address at which a branch receives e-mail, once, and switch it on or off.',
  params: branchParams,
  body: z.strictObject({
    name: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/, 'Use 3 to 40 letters, digits and hyphens.')
      .optional(),
    on: z.boolean('Say yes or no.'),
    version: Version,
  }),
  response: MailAddress,
})
