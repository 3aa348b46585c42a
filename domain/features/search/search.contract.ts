import { z } from 'zod'
import { companyParams } from '../../common/scope-params.ts'
import { Id, line, Timestamp } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { phases } from '../timeline/phase.ts'
import { maxSearchLength, minSearchLength, resultsPerGroup } from './search.rules.ts'

/**
 * Search over all data in the caller's scope, including notes of conversations. Not in the specification: [day §9](docs/design/day.md#9).
 */

export const searchGroups = ['properties', 'people', 'firms', 'notes', 'conversations'] as const
export type SearchGroup = (typeof searchGroups)[number]

const Place = z.object({ propertyId: Id, branchId: Id, line1: z.string(), postcode: z.string(), town: z.string() })

const PropertyHit = Place.extend({
  phase: z.enum(phases),
  branch: z.string(),
  owner: z.string(),
  /** Empty: unknown. */
  buyer: z.string(),
  /** Whether the caller is its sales progressor. */
  isOwn: z.boolean(),
})
export type PropertyHit = z.output<typeof PropertyHit>

/** The kinds of people that are found. */
export const personKinds = ['vendor', 'buyer', 'additional', 'poc', 'colleague'] as const

const PersonHit = z.object({
  kind: z.enum(personKinds),
  /** For a colleague, the account. */
  id: Id,
  /** `PartyRef` of the call card; `null` for a colleague. */
  ref: z.string().nullable(),
  name: z.string(),
  tel: z.string(),
  email: z.string(),
  /** For a point of contact. */
  firm: z.string().nullable(),
  /** The newest property in scope; `null` if there is none, or the person acts for a firm. */
  property: Place.nullable(),
  /** Number of sales in scope. */
  sales: z.int(),
})
export type PersonHit = z.output<typeof PersonHit>

const FirmHit = z.object({
  id: Id,
  /** A `PartyRef`. */
  ref: z.string(),
  name: z.string(),
  tel: z.string(),
  email: z.string(),
  /** Number of sales in scope. */
  sales: z.int(),
})
export type FirmHit = z.output<typeof FirmHit>

const NoteHit = z.object({
  noteId: Id,
  property: Place,
  /** Part of the note around the first matching word. */
  excerpt: z.string(),
  createdon: Timestamp,
})
export type NoteHit = z.output<typeof NoteHit>

const ConversationHit = z.object({
  conversationId: Id,
  /** A `PartyRef`: whose call card lists the conversation. */
  ref: z.string(),
  party: z.string(),
  property: Place,
  /** Part of the conversation's note, around the first matching word. */
  excerpt: z.string(),
  at: Timestamp,
})
export type ConversationHit = z.output<typeof ConversationHit>

const groupOf = <Hit extends z.ZodType>(hit: Hit) =>
  z.object({
    /** Number of ranked hits in scope. */
    count: z.int(),
    /** Whether there may be more, older hits. */
    more: z.boolean(),
    data: z.array(hit),
  })

const isGroup = (name: string): boolean => (searchGroups as readonly string[]).includes(name)

export const search = endpoint({
  method: 'GET',
  path: '/search/:companyId',
  permission: 'search.use',
  readsFromStandby: true,
  summary:
    'Search properties, people, firms, notes and notes of conversations in scope that contain every word of the text. Ordered by matches at the start of words, similarity, and age, newest first.',
  params: companyParams,
  query: z.strictObject({
    q: line(maxSearchLength).min(minSearchLength, `Type at least ${minSearchLength} characters.`),
    groups: z
      .string()
      .max(100, 'Choose fewer.')
      .refine((text) => text.split(',').every(isGroup), `Use ${searchGroups.join(', ')} with commas between them.`)
      .optional(),
    each: z
      .string()
      .regex(/^\d{1,2}$/, 'Use a whole number.')
      .refine((text) => Number(text) >= 1 && Number(text) <= resultsPerGroup.max, `Use 1 to ${resultsPerGroup.max}.`)
      .optional(),
  }),
  response: z.object({
    properties: groupOf(PropertyHit).optional(),
    people: groupOf(PersonHit).optional(),
    firms: groupOf(FirmHit).optional(),
    notes: groupOf(NoteHit).optional(),
    conversations: groupOf(ConversationHit).optional(),
  }),
})
