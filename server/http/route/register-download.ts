import type { Readable } from 'node:stream'
import type { Endpoint } from '@gya/domain/endpoint.ts'
import { DomainError } from '@gya/domain/errors.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { FileNotFoundError } from '../../infra/files/file-store.ts'
import { recordSecurityEvent, type SecurityEvent } from '../access/security-events.ts'
import type { CallContext } from './register-route.ts'
import { callContext, routeOptions } from './route-options.ts'

/**
 * How a browser takes a file (RFC 6266): shown in place where there is no name, else saved under it. The name stands in
 * plain ASCII for old readers and in full, percent-encoded, for the rest; nothing in it can end the header or add to it.
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

/** A file as the answer of a call. */
export type Download = {
  /** Other for every other content: a browser that has this one is answered 304 and nothing more. */
  etag: string
  contentType: string
  /** What the file is saved as; without it the browser shows it in place. */
  saveAs?: string
  /** Seconds for which the browser need not ask again. */
  maxAge: number
  /** Bytes and content, asked for when they are wanted. */
  size: () => Promise<number | null>
  content: () => Promise<Readable>
  /** The line of the audit that tells of it, with its size; null for pictures, which are part of a screen. */
  audit: SecurityEvent | null
}

/** A spreadsheet that is written while it is read, and anew each time. */
export const csvDownload = (saveAs: string, etag: string, audit: SecurityEvent, write: () => Readable): Download => ({
  audit,
  etag,
  contentType: 'text/csv; charset=utf-8',
  saveAs,
  maxAge: 0,
  size: async () => null,
  content: async () => write(),
})

/**
 * Makes a route of a contract whose answer is a file. Before it stands what stands before every call; the answer is kept
 * by the asking browser alone (`private`), is never guessed at (`nosniff`) and can run nothing (`sandbox`).
 */
export function registerDownload<E extends Endpoint>(
  app: FastifyInstance,
  call: E,
  find: (context: CallContext<E> & { db: Db }) => Promise<Download>,
): void {
  app.route({
    ...routeOptions(app, call),
    handler: async (request, reply) => {
      const called = callContext<E>(app, request, reply)
      const { db } = app.gya.database
      const download = await find({ ...called, db })
      if (matchesEtag(request.headers['if-none-match'], `"${download.etag}"`))
        return setDownloadHeaders(reply, download).status(304).send()
      try {
        const size = await download.size()
        const content = await download.content()
        if (download.audit && request.method !== 'HEAD') await recordSecurityEvent({ ...called, db }, download.audit)
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

const setDownloadHeaders = (reply: FastifyReply, { etag, contentType, saveAs, maxAge: keepFor }: Download): FastifyReply =>
  reply.headers({
    'content-type': contentType,
    'content-disposition': contentDisposition(saveAs),
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': keepFor > 0 ? `private, max-age=${keepFor}, immutable` : 'private, no-cache',
    etag: `"${etag}"`,
  })

/** RFC 9110, 13.1.2: a list of tags, compared weakly, or any. */
const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
