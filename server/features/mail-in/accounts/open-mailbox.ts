import type { DateOnly, Instant } from '@gya/domain/common/dates.ts'
import { receivingLimits } from '@gya/domain/features/mail-in/receiving-limits.ts'
import type { ImapFlow } from 'imapflow'
import type { Config } from '../../../config.ts'
import {
  OutgoingError,
  publicLookup,
  resolveBySystem,
  type SafeHttp,
  toOutgoingError,
  whyNotAddress,
} from '../../../infra/safe-http.ts'

export type AccountSettings = {
  kind: 'password' | 'microsoft'
  host: string
  port: number
  userName: string
  tenant: string
  clientId: string
  secret: string
}

/** What is read of a message first: its envelope and what it answers. Addresses are in lower case. */
export type Head = {
  uid: number
  /** When the server received it. */
  arrivedOn: Instant
  bytes: number
  subject: string
  from: string
  to: string[]
  /** Message-IDs of References and In-Reply-To, without angle brackets. */
  references: string[]
  /** The envelope sender; null if the server did not note it. */
  returnPath: string | null
}

export type Folder = { path: string; isSent: boolean }

/** A mail account that is only read. Its calls throw MailAccountError. */
export type Mailbox = {
  /** INBOX and, if there is one, the folder of sent messages. */
  folders(): Promise<Folder[]>
  /** Opens a folder by EXAMINE. */
  open(path: string): Promise<{ uidValidity: string }>
  /** Of the open folder, in order. */
  uidsAfter(uid: number, since: DateOnly): Promise<number[]>
  heads(uids: readonly number[]): Promise<Head[]>
  /** Null if it is gone. */
  message(uid: number): Promise<Buffer | null>
  close(): Promise<void>
}
export type OpenMailbox = (account: AccountSettings) => Promise<Mailbox>

/** The message says for the customer why an account cannot be read, without any text of the server. */
export class MailAccountError extends Error {}

/** What the server of a customer may send at once: nothing that it sends can end the process. A message of the largest size fits. */
const sizes = {
  maxLiteralSize: receivingLimits.bytes,
  maxResponseSize: receivingLimits.bytes + 1024 * 1024,
  maxResponseTokens: 100_000,
}
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 }
const tokenLimits = { timeoutMs: 15_000, maxBytes: 64 * 1024 }
const refused = 'The sign-in was refused.'

/** Why a server may not be used, or null. [mail-in §1.3](docs/design/mail-in.md#1.3). */
export const whyNotHost = (host: string, { webhookPrivate, publicUrl }: Pick<Config, 'webhookPrivate' | 'publicUrl'>) =>
  webhookPrivate ? null : whyNotAddress(`https://${host}`, new URL(publicUrl).hostname)

/** Signs in by TLS. "Resolved by us, public, connected by the address that was checked; `WEBHOOK_PRIVATE` lifts it for tests." */
export const mailboxOpener =
  (config: Pick<Config, 'webhookPrivate' | 'publicUrl'>, http: SafeHttp, resolve = resolveBySystem): OpenMailbox =>
  async (account) => {
    const problem = whyNotHost(account.host, config)
    if (problem) throw new MailAccountError(problem)
    const user = account.userName
    const auth =
      account.kind === 'password'
        ? { user, pass: account.secret }
        : { user, accessToken: await worded(microsoftToken(http, account)) }
    const imap = await import('imapflow')
    const client = new imap.ImapFlow({
      host: account.host,
      port: account.port,
      secure: true,
      auth,
      logger: false,
      disableAutoIdle: true,
      disableCompression: true,
      tls: { minVersion: 'TLSv1.2', ...(config.webhookPrivate ? {} : { lookup: publicLookup(resolve) }) },
      ...sizes,
      ...timeouts,
    })
    // The call that is under way is rejected too; without a listener it would end the process.
    client.on('error', () => undefined)
    await worded(client.connect())
    return {
      async folders() {
        const listed = await worded(client.list())
        const sent = listed.find(({ specialUse }) => specialUse === '\\Sent')
        return [{ path: 'INBOX', isSent: false }, ...(sent ? [{ path: sent.path, isSent: true }] : [])]
      },
      async open(path) {
        const { uidValidity } = await worded(client.mailboxOpen(path, { readOnly: true }))
        return { uidValidity: String(uidValidity) }
      },
      async uidsAfter(uid, since) {
        const found = await worded(client.search({ uid: `${uid + 1}:*`, since }, { uid: true }))
        // `n:*` always has the last message.
        return (found || []).filter((one) => one > uid).toSorted((a, b) => a - b)
      },
      async heads(uids) {
        const query = { uid: true, size: true, internalDate: true, envelope: true, headers: ['references', 'return-path'] }
        const found = await worded(client.fetchAll(uids.join(','), query, { uid: true }))
        return found.map(toHead).toSorted((a, b) => a.uid - b.uid)
      },
      async message(uid) {
        const found = await worded(client.fetchOne(String(uid), { source: true }, { uid: true }))
        return (found && found.source) || null
      },
      close: () => client.logout().catch(() => client.close()),
    }
  }

/** "Client-credentials token, scope `https://outlook.office365.com/.default`, by `safe-http`." */
async function microsoftToken(http: SafeHttp, { tenant, clientId, secret }: AccountSettings): Promise<string> {
  const { status, body } = await http(`https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: secret,
      scope: 'https://outlook.office365.com/.default',
    }).toString(),
    ...tokenLimits,
  })
  if (status >= 500) throw new MailAccountError('The server does not answer.')
  const token = status === 200 ? readToken(body) : null
  if (token === null) throw new MailAccountError('Microsoft refused the application.')
  return token
}

function readToken(body: Buffer): string | null {
  try {
    const answer: unknown = JSON.parse(body.toString())
    const token = answer !== null && typeof answer === 'object' && 'access_token' in answer ? answer.access_token : null
    return typeof token === 'string' ? token : null
  } catch {
    return null
  }
}

/** Errors of the server and of the connection in words. */
async function worded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw toAccountError(error)
  }
}

function toAccountError(error: unknown): MailAccountError {
  if (error instanceof MailAccountError) return error
  if (!(error instanceof Error)) return new MailAccountError('The server does not answer.')
  if ('authenticationFailed' in error && error.authenticationFailed) return new MailAccountError(refused, { cause: error })
  const { cause } = error
  const { message } = toOutgoingError(cause instanceof OutgoingError ? cause : error)
  return new MailAccountError(message, { cause: error })
}

type Fetched = Awaited<ReturnType<ImapFlow['fetchAll']>>[number]

const maxAddresses = 50

function toHead({ uid, size = 0, internalDate = new Date(), envelope, headers }: Fetched): Head {
  const text = headers?.toString('latin1').replace(/\r?\n[ \t]+/g, ' ') ?? ''
  const field = (name: string) => new RegExp(`^${name}:(.*)$`, 'im').exec(text)?.[1] ?? ''
  const addresses = (list: { address?: string | undefined }[] | undefined) =>
    (list ?? []).map(({ address = '' }) => address.trim().toLowerCase()).filter((address) => address.includes('@'))
  const ids = `${field('references')} ${envelope?.inReplyTo ?? ''}`.matchAll(/<([^<>\s]{1,300})>/g)
  return {
    uid,
    arrivedOn: new Date(internalDate).toISOString(),
    bytes: size,
    subject: (envelope?.subject ?? '').slice(0, 500),
    from: addresses(envelope?.from)[0] ?? '',
    to: [...addresses(envelope?.to), ...addresses(envelope?.cc)].slice(0, maxAddresses),
    references: [...new Set([...ids].map(([, id = '']) => id))].slice(-50),
    returnPath: /<([^<>\s]*)>/.exec(field('return-path'))?.[1]?.toLowerCase() ?? null,
  }
}
