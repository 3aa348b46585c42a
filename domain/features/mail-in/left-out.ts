import { maxFileBytes } from '../../common/uploads.ts'

/**
 * Why an attachment cannot become a document. `picture`: a logo, or one that the text places; `type`: only in the original.
 * [mail-in §5.4](docs/design/mail-in.md#5.4).
 */
export const leftOutReasons = ['picture', 'type', 'large', 'infected', 'too-many', 'signature'] as const
export type LeftOut = (typeof leftOutReasons)[number]

/** Attachments of an e-mail that can be kept. */
const maxFiles = 30
const maxInlinePicture = 100 * 1024
const endings: Readonly<Record<string, LeftOut>> = { p7s: 'signature', asc: 'signature', vcf: 'type', ics: 'type', eml: 'type' }

type Attached = {
  name: string
  /** As the sender says. */
  contentType: string
  bytes: number
  /** The HTML names it. */
  isPlaced: boolean
  isInline: boolean
  /** Attachments before it that can be kept. */
  before: number
}

/** What can be said before its content is looked at. */
export function whyLeftOut({ name, contentType, bytes, isPlaced, isInline, before }: Attached): LeftOut | null {
  const isPicture = contentType.startsWith('image/')
  if (isPicture && (isPlaced || (isInline && bytes < maxInlinePicture))) return 'picture'
  const byName = endings[/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '']
  if (byName !== undefined) return byName
  if (bytes === 0) return 'type'
  if (bytes > maxFileBytes) return 'large'
  return before >= maxFiles ? 'too-many' : null
}
