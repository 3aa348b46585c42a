import { createHash } from 'node:crypto'
import { Id } from '@gya/domain/common/wire.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import { z } from 'zod'

/** Position up to which a reader has read. `id` orders rows with equal positions. */
export type ReadMark = { position: number; id: string }

/** Before the first entry of the record. */
export const beginning: ReadMark = { position: -1, id: '00000000-0000-0000-0000-000000000000' }

const Content = z.tuple([z.string(), z.int().min(-1), Id.or(z.literal(beginning.id))])

/** Hash of `what` and the filter, 12 characters long. */
const digestOf = (what: string, filter: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([what, filter]))
    .digest('base64url')
    .slice(0, 12)

export const writeCursor = (what: string, filter: unknown, { position, id }: ReadMark): string =>
  Buffer.from(JSON.stringify([digestOf(what, filter), position, id])).toString('base64url')

/** "No cursor: from the beginning. A cursor of another filter is 400." [connect §3.7](docs/design/connect.md#3.7). */
export function readCursor(what: string, filter: unknown, cursor: string | undefined): ReadMark {
  if (cursor === undefined) return beginning
  const content = parse(cursor)
  if (!content) throw refusal('Invalid cursor.')
  const [digest, position, id] = content
  if (digest !== digestOf(what, filter)) throw refusal('This cursor belongs to another read or filter. Begin without one.')
  return { position, id }
}

const refusal = (message: string) => new DomainError('VALIDATION_FAILED', { issues: [{ path: 'cursor', message }] })

function parse(cursor: string) {
  try {
    return Content.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    return null
  }
}
