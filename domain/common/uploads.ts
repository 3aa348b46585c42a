import type { ErrorCode } from '../errors.ts'

/**
 * What may be uploaded, and where a file is refused. The kind of a file is told by its content; its name and the type it
 * claims to be are not believed (administration document, section 4, "Images").
 */

/** "File too large, it must be less than 20mb": this many bytes are taken, one more is refused. */
export const maxFileBytes = 20_971_520

/** Media types as they are told from the content, with the endings a browser offers to choose from. */
export type MediaTypes = Readonly<Record<string, readonly string[]>>

/** "The company logo accepts only jpeg, jpg and png." */
export const logoMediaTypes: MediaTypes = {
  'image/jpeg': ['.jpeg', '.jpg'],
  'image/png': ['.png'],
  'image/apng': ['.png'],
}

/** "Branch and profile images are checked against an allowed image type list"; property images too. */
export const imageMediaTypes: MediaTypes = {
  ...logoMediaTypes,
  'image/webp': ['.webp'],
  'image/gif': ['.gif'],
  'image/avif': ['.avif'],
}

/** Files of a property. Text has no mark of its own in its content: it is taken where it is text and its name says so. */
export const documentMediaTypes: MediaTypes = {
  ...imageMediaTypes,
  'image/heic': ['.heic'],
  'image/tiff': ['.tif', '.tiff'],
  'application/pdf': ['.pdf'],
  'application/rtf': ['.rtf'],
  'application/x-cfb': ['.doc', '.xls', '.msg'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'application/vnd.oasis.opendocument.text': ['.odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['.ods'],
  'text/plain': ['.txt'],
  'text/csv': ['.csv'],
}

/** The file that a call takes in the part `file` of a form, and what becomes of it. */
export type UploadRule = {
  kinds: MediaTypes
  /** A picture is drawn anew in three sizes and loses what else was in it; an original is kept as it came. */
  keep: 'picture' | 'original'
  /** The call is nothing without its file. */
  required?: true
}

export const logoFile = { kinds: logoMediaTypes, keep: 'picture' } as const satisfies UploadRule
export const imageFile = { kinds: imageMediaTypes, keep: 'picture' } as const satisfies UploadRule
export const documentFile = { kinds: documentMediaTypes, keep: 'original', required: true } as const satisfies UploadRule

/** What an input for files offers: the endings of the kinds. */
export const acceptAttribute = (kinds: MediaTypes): string => [...new Set(Object.values(kinds).flat())].join(',')

const endingOf = (name: string): string => /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? ''

/**
 * Why a chosen file cannot be sent, as far as its name and length tell; the server decides by the content. A file whose
 * ending says nothing of an allowed kind is not sent at all.
 */
export function whyNotUpload({ name, size }: { name: string; size: number }, kinds: MediaTypes): ErrorCode | null {
  if (size === 0) return 'FILE_MISSING'
  if (size > maxFileBytes) return 'FILE_TOO_LARGE'
  return Object.values(kinds).flat().includes(endingOf(name)) ? null : 'FILE_NOT_ALLOWED'
}

/** The kind that plain text is taken as: its ending's, where that is allowed; null where it is not. */
export function textMediaType(name: string, kinds: MediaTypes): string | null {
  const kind = { '.txt': 'text/plain', '.csv': 'text/csv' }[endingOf(name)]
  return kind !== undefined && kind in kinds ? kind : null
}

/** The sizes a picture is kept in, by the longest side in pixels. */
export const pictureSizes = { avatar: 160, card: 480, full: 1600 } as const
export type PictureSize = keyof typeof pictureSizes
