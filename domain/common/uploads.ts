import type { ErrorCode } from '../error-catalogue.ts'

/**
 * Upload rules. The media type is detected from the content; file name and declared type are not trusted
 * ([administration §4](docs/design/administration.md#4), "Images").
 */

/** "File too large, it must be less than 20mb." */
export const maxFileMegabytes = 20
export const maxFileBytes = maxFileMegabytes * 1_048_576

/** Detected media types with the file extensions offered in the file picker. */
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

/** Text files have no signature: they are accepted if the content is text and the extension matches. */
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

/** The file part `file` of a multipart call. */
export type UploadRule = {
  kinds: MediaTypes
  /** `picture`: re-encoded in three sizes without metadata. `original`: stored unchanged. */
  keep: 'picture' | 'original'
  /** An original is scanned for viruses before it is stored, as pictures are; others are scanned by a job of their document. */
  scan?: 'before-save'
  /** The call is refused without a file. */
  required?: true
}

export const logoFile = { kinds: logoMediaTypes, keep: 'picture' } as const satisfies UploadRule
export const imageFile = { kinds: imageMediaTypes, keep: 'picture' } as const satisfies UploadRule
export const documentFile = { kinds: documentMediaTypes, keep: 'original', required: true } as const satisfies UploadRule

/** Value of the `accept` attribute of a file input. */
export const acceptAttribute = (kinds: MediaTypes): string => [...new Set(Object.values(kinds).flat())].join(',')

const endingOf = (name: string): string => /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? ''

/** Checks name and size before an upload; the server also checks the content. */
export function whyNotUpload({ name, size }: { name: string; size: number }, kinds: MediaTypes): ErrorCode | null {
  if (size === 0) return 'FILE_MISSING'
  if (size > maxFileBytes) return 'FILE_TOO_LARGE'
  return Object.values(kinds).flat().includes(endingOf(name)) ? null : 'FILE_NOT_ALLOWED'
}

/**
 * The name with an ending of the detected type, so that no program opens the file as anything else: a PDF called `letter.html`
 * becomes `letter.html.pdf`.
 */
export function nameOfType(name: string, contentType: string, kinds: MediaTypes): string {
  const [first = '', ...others] = kinds[contentType] ?? []
  return [first, ...others].includes(endingOf(name)) ? name : `${name}${first}`
}

/** Media type for detected plain text, taken from the extension; null if it is not allowed. */
export function textMediaType(name: string, kinds: MediaTypes): string | null {
  const kind = { '.txt': 'text/plain', '.csv': 'text/csv' }[endingOf(name)]
  return kind !== undefined && kind in kinds ? kind : null
}
