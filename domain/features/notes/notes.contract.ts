import { z } from 'zod'
import { pagedListOf, pagingQuery, TextSearch } from '../../common/paging.ts'
import { propertyParams } from '../../common/scope-params.ts'
import { Id, paragraph, Success, Timestamp, Version } from '../../common/wire.ts'
import { endpoint } from '../../endpoint.ts'
import { isStepKey, maxNoteLength } from './notes.rules.ts'

const StepKey = z.int('Choose a step.').refine(isStepKey, 'Choose a step.')

/**
 * "message, timelineKey (integer, optional), author (a user with firstName and lastName, a string, or null)."
 * [property §3](docs/design/property.md#3).
 */
export const Note = z.object({
  _id: Id,
  message: z.string(),
  timelineKey: z.int().nullable(),
  /** The author; only the name if the account was deleted; null for notes without an author. */
  author: z.object({ _id: Id, firstName: z.string(), lastName: z.string() }).or(z.string()).nullable(),
  createdon: Timestamp,
  updatedon: Timestamp,
  version: Version,
})
export type Note = z.output<typeof Note>

/** A step key in a query string. */
const ItemKey = z.codec(z.string().regex(/^\d{1,2}$/, 'Use the number of a step.'), StepKey, { decode: Number, encode: String })

const message = paragraph(maxNoteLength).min(1, 'Write the note.')

export const listNotes = endpoint({
  method: 'GET',
  path: '/property/:companyId/:branchId/:propertyId/notes',
  permission: 'property.view',
  summary: 'The notes on a property, newest first, filtered by step (itemKey), author or text; with the list of authors.',
  params: propertyParams,
  query: z.strictObject({ ...pagingQuery(), itemKey: ItemKey.optional(), authorId: Id.optional(), textSearch: TextSearch }),
  response: pagedListOf(Note).extend({ authors: z.array(z.object({ _id: Id, name: z.string() })) }),
})

export const addNote = endpoint({
  method: 'POST',
  path: '/property/:companyId/:branchId/:propertyId/note',
  permission: 'property.edit',
  scope: 'note:write',
  summary: 'Write a note on a property, or on one of its steps.',
  params: propertyParams,
  body: z.strictObject({ message, timelineKey: StepKey.nullable().default(null) }),
  response: Note,
})

const noteParams = propertyParams.extend({ noteId: Id })

export const updateNote = endpoint({
  method: 'PATCH',
  path: '/property/:companyId/:branchId/:propertyId/note/:noteId',
  permission: 'property.edit',
  scope: 'note:write',
  summary: 'Change a note; the event log keeps its earlier text.',
  params: noteParams,
  body: z.strictObject({
    message: message.optional(),
    timelineKey: StepKey.nullable().optional(),
    version: Version.optional(),
  }),
  response: Note,
})

export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/property/:companyId/:branchId/:propertyId/note/:noteId',
  permission: 'property.edit',
  summary: 'Delete a note; the event log keeps its text.',
  params: noteParams,
  response: Success,
})
