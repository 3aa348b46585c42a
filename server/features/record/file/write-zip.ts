import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { type Instant, showDateTime } from '@gya/domain/common/dates.ts'
import { whatItShows } from '@gya/domain/features/record/verdict.ts'
import { Zip, ZipPassThrough } from 'fflate'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import { FileNotFoundError, type FileStore, fileKey } from '../../../infra/files/file-store.ts'
import { hasFiles, type RecordMail } from '../record-emails.ts'
import type { RecordFileContent } from './read-content.ts'
import type { RecordProof } from './read-proof.ts'

type Files = Pick<FileStore, 'read'>
type Content = AsyncIterable<Uint8Array> | Uint8Array | string

/** "01 Memorandum.pdf": a portable file name, numbered in the order of the file. */
export const zipName = (number: number, fileName: string): string =>
  `${String(number).padStart(2, '0')} ${fileName
    .normalize('NFC')
    .replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, '_')
    .slice(-120)
    .trimEnd()}`

/** Writes a ZIP file entry by entry, with the SHA-256 of each. Uses constant memory. */
class ZipWriter {
  readonly #zip: Zip
  readonly #file: ReturnType<typeof createWriteStream>
  readonly #mtime: Instant
  readonly sums: string[] = []
  #failure: Error | null = null

  constructor(path: string, mtime: Instant) {
    this.#mtime = mtime
    this.#file = createWriteStream(path)
    this.#zip = new Zip((error, chunk, isLast) => {
      if (error) this.#failure = error
      else this.#file.write(chunk)
      if (isLast) this.#file.end()
    })
  }

  async add(name: string, content: Content): Promise<void> {
    const entry = new ZipPassThrough(name)
    entry.mtime = this.#mtime
    this.#zip.add(entry)
    const hash = createHash('sha256')
    const chunks = typeof content === 'string' ? [Buffer.from(content)] : content instanceof Uint8Array ? [content] : content
    for await (const chunk of chunks) {
      hash.update(chunk)
      entry.push(chunk)
      if (this.#failure) throw this.#failure
      if (this.#file.writableNeedDrain) await once(this.#file, 'drain')
    }
    entry.push(new Uint8Array(0), true)
    this.sums.push(`${hash.digest('hex')}  ${name}\n`)
  }

  async end(): Promise<void> {
    this.#zip.end()
    await finished(this.#file)
  }

  /** Aborts after a failure. */
  destroy(): void {
    this.#zip.terminate()
    this.#file.destroy()
  }
}

/**
 * "ZIP: the PDF, `documents/NN name`, `e-mails/NN.eml`, `record.jsonl`, `proof.bin`, `checkpoints.txt`, `keys.txt`, `verify.mjs`,
 * `SHA256SUMS`, `README.txt`." [trust §2.2](docs/design/trust.md#2.2), rule 3.
 */
export async function writeRecordZip(
  path: string,
  { content, proof, pdf, files }: { content: RecordFileContent; proof: RecordProof; pdf: Buffer; files: Files },
): Promise<void> {
  const zip = new ZipWriter(path, content.madeOn)
  try {
    const missing: string[] = []
    await zip.add('record.pdf', pdf)
    for (const { number, file, fileName } of content.documents) {
      const stream = await openOrNull(files, file)
      if (stream) await zip.add(`documents/${zipName(number, fileName)}`, stream)
      else missing.push(fileName)
    }
    for (const [index, mail] of sentMails(content).entries())
      await zip.add(`e-mails/${String(index + 1).padStart(2, '0')}.eml`, await emlOf(mail, files))
    await zip.add('record.jsonl', recordLines(content, proof))
    await zip.add('proof.bin', proof.leaves)
    await zip.add('checkpoints.txt', proof.checkpoints.map(({ note }) => note).join('\n'))
    await zip.add(
      'keys.txt',
      proof.keys.map((key) => `${key.id} ${key.publicKey.toString('base64')} ${key.since} ${key.until ?? ''}\n`).join(''),
    )
    await zip.add('verify.mjs', await readFile(new URL('./verify.mjs', import.meta.url)))
    await zip.add('README.txt', readme(content, missing))
    await zip.add('SHA256SUMS', zip.sums.join(''))
    await zip.end()
  } catch (error) {
    zip.destroy()
    throw error
  }
}

async function openOrNull(files: Files, file: string): Promise<AsyncIterable<Uint8Array> | null> {
  try {
    return await files.read(fileKey(file, 'original'))
  } catch (error) {
    if (error instanceof FileNotFoundError) return null
    throw error
  }
}

/** The e-mails with stored text, in order of the record. */
export const sentMails = ({ entries }: Pick<RecordFileContent, 'entries'>): RecordMail[] => {
  const mails = new Map(entries.flatMap((entry) => entry.mails.map((mail) => [mail.id, mail])))
  return [...mails.values()].filter(({ withoutText }) => withoutText === null)
}

async function emlOf(mail: RecordMail, files: Files): Promise<Buffer> {
  const attachments = await Promise.all(
    mail.attachments.map(async ({ file, file_name, content_type }) => {
      const stream = hasFiles(mail) ? await openOrNull(files, file) : null
      const parts: Uint8Array[] = []
      if (stream) for await (const part of stream) parts.push(part)
      return stream ? [{ filename: file_name, contentType: content_type, content: Buffer.concat(parts) }] : []
    }),
  )
  const composer = new MailComposer({
    messageId: `<${mail.id}@gya>`,
    date: new Date(mail.sent_on ?? mail.createdon),
    to: mail.recipients,
    cc: mail.cc,
    bcc: mail.bcc,
    ...(mail.reply_to ? { replyTo: mail.reply_to } : {}),
    subject: mail.subject,
    text: mail.body,
    ...(mail.html === null ? {} : { html: mail.html }),
    attachments: attachments.flat(),
  })
  const message = composer.compile()
  message.keepBcc = true
  return message.build()
}

/** The entries and salts of this property, and the erasures that replaced some of them. */
function recordLines({ entries }: RecordFileContent, { rows, amendments, erasures }: RecordProof): string {
  const hex = (bytes: Buffer | null) => bytes?.toString('hex') ?? null
  const own = entries.flatMap(({ entry }) => {
    const row = rows.get(entry._id)
    if (!row?.entry) return []
    const latest = amendments.get(row.position)?.at(-1)
    const replaced = latest && { by: latest.by, salt: hex(latest.salt), digest: hex(latest.digest) }
    const told = { words: entry.words, who: entry.author?.name ?? null }
    const { position, data, author, salt, digest } = row
    return [
      { position, ...row.entry, data, author, salt: hex(salt), digest: hex(digest), ...(replaced ? { replaced } : {}), ...told },
    ]
  })
  const others = erasures.flatMap(({ row, amended }) =>
    row.entry === null
      ? []
      : [
          {
            position: row.position,
            ...row.entry,
            data: row.data,
            author: row.author,
            salt: hex(row.salt),
            digest: hex(row.digest),
            amended: amended.map(({ position, digest }) => [position, hex(digest)]),
          },
        ],
  )
  return [...own, ...others].map((line) => `${JSON.stringify(line)}\n`).join('')
}

function readme({ detail, made, madeOn, checkpoint }: RecordFileContent, missing: readonly string[]): string {
  return `Record of ${detail.address.line1}, ${detail.address.postcode}
Made by ${made.askedBy ?? 'nobody'} of ${detail.company.name} on ${showDateTime(madeOn)}
For ${made.recipient}: ${made.reason}

record.pdf       the record to read
documents/       the documents of the sale, numbered as in the PDF
e-mails/         the e-mails as sent
record.jsonl     the entries, one a line, with what proves them
proof.bin        a hash of every entry of the company's record in this time; those of other sales reveal nothing
checkpoints.txt  signed statements of how long the record was and what its hash was
keys.txt         the public keys of the signatures
verify.mjs       verifies all of it without a network: node verify.mjs (Node.js 20 or newer)
SHA256SUMS       sums of the files: sha256sum -c SHA256SUMS

The last checkpoint is at entry ${checkpoint.position}, of ${checkpoint.at}. ${detail.company.name} has its checkpoints in a
mailbox; ask for the e-mails and compare them with checkpoints.txt.

${whatItShows.shown}
${whatItShows.notShown}
Omitted entries are not visible in this file. The filter is on the first page of the PDF.
${missing.length === 0 ? '' : `\nNo longer in the file store: ${missing.join(', ')}\n`}`
}
