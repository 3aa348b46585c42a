import type { Readable } from 'node:stream'
import { type Endpoint, formsOf } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/error-catalogue.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { FileNotFoundError, type FileStore, fileKey } from '../../infra/files/file-store.ts'
import { recordSecurityEvent, type SecurityEvent } from '../access/security-events.ts'
import type { CallContext } from './register-route.ts'
import { callContext, routeOptions } from './route-options.ts'
import { readFromStandby } from './standby-reads.ts'

/**
 * Content-Disposition (RFC 6266): inline without a name, else attachment. `filename` is ASCII for old clients, `filename*`
 * percent-encoded UTF-8; header injection is impossible.
 */
export function contentDisposition(saveAs: string | undefined): string {
  if (saveAs === undefined) return 'inline'
  const name = saveAs.toWellFormed()
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*!]/g, percentEncode)}`
}

const percentEncode = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

export type Download = {
  /** Differs for different content; a match is answered 304. */
  etag: string
  contentType: string
  /** File name; without it the browser shows the file inline. */
  saveAs?: string
  /** Seconds. */
  maxAge: number
  /** A page for a frame of ours: it can use its own styles, and nothing else. */
  isFramed?: true
  /** Whether the content of this URL can change. Stored files never change. */
  changes?: true
  /** Null: unknown. */
  size: () => Promise<number | null>
  content: () => Promise<Readable>
  /** The audit entry; `null` for pictures shown on pages. */
  audit: SecurityEvent | null
}

/** CSV generated while it is read. */
export const csvDownload = (saveAs: string, etag: string, audit: SecurityEvent, write: () => Readable): Download => ({
  audit,
  etag,
  contentType: 'text/csv; charset=utf-8',
  saveAs,
  maxAge: 0,
  size: async () => null,
  content: async () => write(),
})

/** A stored file as it was uploaded. Browsers always download it instead of showing it, whatever its type. */
export function savedFileDownload(
  files: Pick<FileStore, 'size' | 'read'>,
  { file, file_name }: { file: string; file_name: string },
  audit: SecurityEvent,
): Download {
  const key = fileKey(file, 'original')
  return {
    audit,
    etag: file,
    contentType: 'application/octet-stream',
    saveAs: file_name,
    maxAge: 0,
    size: () => files.size(key),
    content: () => files.read(key),
  }
}

/**
 * Registers a contract that responds with a file. Access checks as for every call. The response is cached by the browser only
 * (`private`) and cannot run scripts (`sandbox`).
 */
export function registerDownload<E extends Endpoint>(
  app: FastifyInstance,
  call: E,
  find: (context: CallContext<E> & { db: Db }) => Promise<Download>,
): void {
  for (const form of formsOf(call))
    app.route({
      ...routeOptions(app, form),
      handler: async (request, reply) => {
        const context = callContext<E>(app, request, reply)
        const { db } = app.gya.database
        const download = await readFromStandby(app, call, request, (reads) => find({ ...context, db: reads }))
        if (matchesEtag(request.headers['if-none-match'], `"${download.etag}"`))
          return setDownloadHeaders(reply, download).status(304).send()
        try {
          const size = await download.size()
          const content = await download.content()
          if (download.audit && request.method !== 'HEAD') await recordSecurityEvent({ ...context, db }, download.audit)
          if (size !== null) reply.header('content-length', size)
          return await setDownloadHeaders(reply, download).send(content)
        } catch (error) {
          if (!(error instanceof FileNotFoundError)) throw error
          request.log.error({ route: call.path, etag: download.etag }, 'a file is missing in the store')
          throw new DomainError('NOT_FOUND')
        }
      },
    })
}

const cacheControl = ({ maxAge, changes }: Download): string =>
  maxAge === 0 ? 'private, no-cache' : `private, max-age=${maxAge}${changes ? '' : ', immutable'}`

const framedPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'"

const setDownloadHeaders = (reply: FastifyReply, download: Download): FastifyReply =>
  reply.headers({
    ...(download.isFramed ? { 'x-frame-options': 'SAMEORIGIN' } : {}),
    'content-type': download.contentType,
    'content-disposition': contentDisposition(download.saveAs),
    'content-security-policy': download.isFramed ? framedPolicy : "default-src 'none'; sandbox",
    'cache-control': cacheControl(download),
    etag: `"${download.etag}"`,
  })

/** RFC 9110, 13.1.2: a list of ETags, compared weakly, or `*`. */
const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
