import { readFile } from 'node:fs/promises'
import { type AddressInfo, BlockList, isIP } from 'node:net'
import {
  smtpAnswers as answers,
  isForPostmaster,
  receivingLimits as limits,
} from '@gya/domain/features/mail-in/receiving-limits.ts'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { Config } from '../../../config.ts'
import { queueMail } from '../../../emails/outbox.ts'
import { toPostmasterEmail } from '../../../emails/to-postmaster.ts'
import { consumeRateLimit, type RateLimit, rateLimitAddress } from '../../../http/limits/rate-limit.ts'
import { jobAdder } from '../../../jobs/queue.ts'
import type { FileContext } from '../../files/file-lifecycle.ts'
import { acceptMail, type Envelope, type MailRecipient, type SpooledMail } from './accept-mail.ts'
import { findRecipient } from './find-recipient.ts'
import { openTlsFiles } from './receiver-tls.ts'
import { withSpooledMail } from './with-spooled-mail.ts'

type ReceiverContext = FileContext & {
  config: Pick<Config, 'mailIn' | 'supportEmail'>
  /** Ids, bytes, milliseconds and outcome; never an address or a subject. */
  log: (outcome: Record<string, unknown>) => void
}

export type MailReceiver = { port: number; stop(): Promise<void> }

class SmtpRefusal extends Error {
  readonly responseCode: number

  constructor({ code, words }: { code: number; words: string }) {
    super(words)
    this.responseCode = code
  }
}

/**
 * Receives e-mail for the branches' addresses by SMTP, behind a relay or itself as MX. A message is answered 250 after it is committed, and
 * 451 when that is not possible; nothing that is received is ever answered by a message. Rejects if the port is taken.
 */
export async function startMailReceiver(context: ReceiverContext): Promise<MailReceiver | null> {
  const { database, clock, config, log } = context
  const { domain, port, host, relays } = config.mailIn
  if (domain === undefined) return null
  const tls = config.mailIn.tls === undefined ? null : await openTlsFiles(config.mailIn.tls)
  const disabledCommands = ['AUTH', 'VRFY', ...(tls ? [] : ['STARTTLS'])]
  const known = relayList(relays)
  const isRelay = (address: string) => known.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  const recipientsOf = new WeakMap<SMTPServerSession['envelope'], Map<string, MailRecipient | 'postmaster'>>()
  /** The network of each session. Some end before they are connected, and XFORWARD changes their address. */
  const open = new Map<string, string>()
  const networkOf = (session: SMTPServerSession): string => rateLimitAddress(sendingServer(session, isRelay) ?? '')
  let isStopping = false

  const count = async (counted: readonly RateLimit[], answer: { code: number; words: string }) => {
    const { refusal } = await consumeRateLimit(database.pool, counted, clock.now())
    if (refusal) throw new SmtpRefusal(answer)
  }
  const unknownOnes = (network: string, tries: number): RateLimit => ({
    key: `mail-in-unknown:${network}`,
    max: limits.unknownPerHour - (tries === 0 ? 1 : 0),
    minutes: 60,
    tries,
  })

  /** What a company accepts in a day: messages that are refused are none. */
  const ofCompanies = (to: readonly MailRecipient[], tries: number): RateLimit[] =>
    [...new Set(to.map(({ companyId }) => companyId))].map((id) => ({
      key: `mail-in-company:${id}`,
      max: limits.perCompanyAndDay - (tries === 0 ? 1 : 0),
      minutes: 1440,
      tries,
    }))

  async function connect(session: SMTPServerSession): Promise<void> {
    const network = rateLimitAddress(session.remoteAddress)
    open.set(session.id, network)
    const renewed = await tls?.changed()
    if (renewed) server.updateSecureContext(renewed)
    // XFORWARD of others would make their address one of their choice.
    if (isRelay(session.remoteAddress)) return
    session.disabledCommands = [...disabledCommands, 'XFORWARD']
    const others = [...open.values()].filter((one) => one === network)
    if (others.length > limits.connectionsPerNetwork) throw new SmtpRefusal(answers.manyConnections)
    await count([unknownOnes(network, 0)], answers.blocked)
  }

  async function addRecipient(address: string, session: SMTPServerSession): Promise<void> {
    const chosen = recipientsOf.get(session.envelope) ?? new Map()
    recipientsOf.set(session.envelope, chosen)
    if (chosen.size >= limits.recipients) throw new SmtpRefusal(answers.manyRecipients)
    const recipient = isForPostmaster(address, domain ?? '')
      ? 'postmaster'
      : await findRecipient(database.db, address, domain ?? '')
    if (recipient === undefined) {
      const network = networkOf(session)
      if (network !== '') await count([unknownOnes(network, 1)], answers.blocked)
      throw new SmtpRefusal(answers.unknown)
    }
    chosen.set(address.toLowerCase(), recipient)
  }

  const sendToSupport = (raw: string) =>
    database.db.transaction().execute(async (db) => {
      const outbox = { db, now: clock.now(), newId: () => clock.newId(), addJob: jobAdder(db) }
      await queueMail(outbox, toPostmasterEmail(config.supportEmail, raw))
    })

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    const chosen = [...(recipientsOf.get(session.envelope)?.values() ?? [])]
    const to = chosen.filter((one) => one !== 'postmaster')
    const isForUs = to.length < chosen.length
    const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address.toLowerCase()
    const network = networkOf(session)
    const started = performance.now()
    await count(
      [
        ...(network === '' ? [] : [{ key: `mail-in-network:${network}`, max: limits.perNetworkAndMinute, minutes: 1 }]),
        ...to.map(({ branchId }) => ({ key: `mail-in-sender:${branchId}:${from}`, max: limits.perSenderAndHour, minutes: 60 })),
        ...ofCompanies(to, 0),
        ...(isForUs ? [{ key: 'mail-in-postmaster', max: limits.toPostmasterPerHour, minutes: 60 }] : []),
      ],
      answers.manyMessages,
    )
    const store = async (mail: SpooledMail): Promise<string> => {
      if (stream.sizeExceeded) throw new SmtpRefusal(answers.large)
      const envelope: Envelope = { peer: sendingServer(session, isRelay), helo: heloOf(session, isRelay), from, to }
      if (isForUs) await sendToSupport(await readFile(mail.path, 'latin1'))
      const id = to.length === 0 ? session.id : await acceptMail(context, mail, envelope)
      await consumeRateLimit(database.pool, ofCompanies(to, 1), clock.now())
      log({ id, bytes: mail.bytes, ms: Math.round(performance.now() - started), outcome: 'accepted' })
      return `2.0.0 Accepted ${id}`
    }
    return withSpooledMail(stream, store, AbortSignal.timeout(limits.messageMinutes * 60_000))
  }

  /** Runs a step of a session; what goes wrong here is never the sender's fault. */
  async function answered<T>(session: SMTPServerSession, work: () => Promise<T>, done: (error: Error | null, value?: T) => void) {
    let value: T
    try {
      if (isStopping) throw new SmtpRefusal(answers.away)
      value = await work()
    } catch (error) {
      const refusal = error instanceof SmtpRefusal ? error : new SmtpRefusal(answers.away)
      log({ session: session.id, outcome: refusal.responseCode, ...(refusal === error ? {} : { err: error }) })
      return done(refusal)
    }
    done(null, value)
  }

  const server = new SMTPServer({
    name: domain,
    banner: 'GYA',
    size: limits.bytes,
    maxClients: limits.connections,
    socketTimeout: limits.idleSeconds * 1000,
    closeTimeout: 10_000,
    disableReverseLookup: true,
    authOptional: true,
    disabledCommands,
    ...(tls ? { cert: tls.cert, key: tls.key } : {}),
    // Reports of delivery would be answers.
    hideDSN: true,
    useXForward: true,
    onConnect: (session, done) => void answered(session, () => connect(session), done),
    onClose: ({ id }) => void open.delete(id),
    onRcptTo: ({ address }, session, done) => void answered(session, () => addRecipient(address, session), done),
    onData: (stream, session, done) => void answered(session, () => receive(stream, session), done),
  })
  // A broken connection of a sender; without a listener it would end the process.
  server.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => {
      isStopping = true
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function relayList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

const fromRelay = ({ xForward }: SMTPServerSession, key: string): string | null => {
  const value = xForward.get(key)
  return typeof value === 'string' && value !== '' && value !== '[UNAVAILABLE]' ? value : null
}

/** The server that sent the message; null if a relay in front of us does not say. */
const sendingServer = (session: SMTPServerSession, isRelay: (address: string) => boolean): string | null =>
  isRelay(session.remoteAddress) ? fromRelay(session, 'ADDR') : session.remoteAddress

const heloOf = (session: SMTPServerSession, isRelay: (address: string) => boolean): string =>
  isRelay(session.remoteAddress) ? (fromRelay(session, 'HELO') ?? '') : session.hostNameAppearsAs
