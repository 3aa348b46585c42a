import { createHash } from 'node:crypto'
import { type LeftOut, whyLeftOut } from '@gya/domain/features/mail-in/left-out.ts'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { oneLine } from './clean-text.ts'

export const partLimits = { headBytes: 262_144, depth: 50, parts: 100 }

export const parseOptions = {
  maxNestingDepth: partLimits.depth,
  maxHeadersSize: partLimits.headBytes,
  forceRfc822Attachments: true,
}

/** An attachment as it is listed. `sha256` in hex. */
export type MailFile = {
  name: string
  contentType: string
  bytes: number
  sha256: string
  inside: string | null
  leftOut: LeftOut | null
}

export type MailPart = { file: Attachment; inside: string | null; leftOut: LeftOut | null }

/** The attachments of a message, each followed by those of the message that it is, in the order of their ordinals. */
export async function partsOf(email: Email): Promise<MailPart[]> {
  const parts: MailPart[] = []
  const add = (owner: Email, file: Attachment, inside: string | null) => {
    const leftOut = whyLeftOut({
      name: file.filename ?? '',
      contentType: file.mimeType,
      bytes: bytesOf(file).length,
      isPlaced: file.related === true || isPlaced(owner, file),
      isInline: file.disposition === 'inline',
      before: parts.filter((part) => part.leftOut === null).length,
    })
    if (parts.length < partLimits.parts) parts.push({ file, inside, leftOut })
  }
  for (const file of email.attachments) {
    if (isStructure(file)) continue
    add(email, file, null)
    const inner =
      file.mimeType === 'message/rfc822' ? await PostalMime.parse(bytesOf(file), parseOptions).catch(() => null) : null
    for (const one of inner?.attachments ?? []) if (inner) add(inner, one, oneLine(inner.subject ?? '').slice(0, 500))
  }
  return parts
}

export const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : content instanceof Uint8Array ? content : new Uint8Array(content)

export function toFile({ file, inside, leftOut }: MailPart): MailFile {
  const content = bytesOf(file)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const name = file.filename ?? (file.mimeType === 'message/rfc822' ? 'message.eml' : 'file')
  return {
    name: oneLine(name).slice(-255),
    contentType: oneLine(file.mimeType).slice(0, 100),
    bytes: content.length,
    sha256,
    inside,
    leftOut,
  }
}

/** Parts of a report, which are no files. */
const isStructure = ({ mimeType }: Attachment): boolean =>
  /^message\/(?:global-)?delivery-status$/.test(mimeType) || mimeType === 'text/rfc822-headers'

const isPlaced = ({ html = '' }: Email, { contentId }: Attachment): boolean =>
  contentId !== undefined && contentId !== '' && html.includes(`cid:${contentId.replace(/^<|>$/g, '')}`)
