import { isIP } from 'node:net'
import { z } from 'zod'
import { hostUrls } from './db/primary.ts'
import { parseSecretKey } from './infra/encrypted-secrets.ts'
import { isSigningKey } from './infra/signing-key.ts'
import { StartError } from './startup-errors.ts'
import { findUnencryptedHost } from './unencrypted-host.ts'

const url = (protocols: RegExp, example: string) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && protocols.test(new URL(text).protocol), `must be an address such as ${example}`)

const httpUrl = url(/^https?:$/, 'https://gya.example')

const isDatabaseUrl = (text: string): boolean => {
  try {
    return hostUrls(text).every((host) => /^postgres(ql)?:$/.test(new URL(host).protocol))
  } catch {
    return false
  }
}

const databaseUrl = z.string().refine(isDatabaseUrl, 'must be an address such as postgres://user:password@host:5432/gya')

const recordKey = z
  .string()
  .refine(isSigningKey, 'must be an Ed25519 key: openssl genpkey -algorithm ed25519 -outform der | base64 -w0')
const secretKey = z
  .string()
  .transform((text) => parseSecretKey(text))
  .refine((key) => key !== null, 'must be 32 bytes in base64, for example of `openssl rand -base64 32`')

/** Whether the text is a network in CIDR notation. */
function isNetwork(text: string): boolean {
  const [address = '', bits = '', ...more] = text.split('/')
  const family = isIP(address)
  return family !== 0 && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}

const Environment = z.object({
  PORT: z.coerce.number('must be a port number').int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: httpUrl.optional(),
  LOGIN_URL: z
    .union([z.url({ protocol: /^https?$/ }), z.string().regex(/^\/(?![/\\])/)], {
      error: 'must be an address (https://…) or a path (/…)',
    })
    .optional(),
  DATA_DIR: z.string().min(1).optional(),
  // Several hosts: the one that accepts writes is used.
  DATABASE_URL: databaseUrl.optional(),
  // Bypasses the transaction pooler of DATABASE_URL: migrations, job queue and live updates need a session.
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_POOL: z.coerce.number('must be a number').int().min(2).max(200).default(10),
  // Hot standbys that answer reads. Each URL names one server, not a load balancer.
  DATABASE_READ_URLS: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .pipe(z.array(url(/^postgres(ql)?:$/, 'postgres://user:password@standby:5432/gya')))
    .optional(),
  // Seconds. A standby that lags further behind is not used. Must be shorter than the lifetime of the browser's position cookie.
  DATABASE_READ_MAX_LAG: z.coerce.number('must be a number of seconds').int().min(1).max(30).default(5),
  // Hosts that may be reached without TLS, because the network to them is private. Comma-separated.
  UNENCRYPTED_HOSTS: z
    .string()
    .transform((text) => text.split(',').map((host) => host.trim()))
    .optional(),
  SMTP_URL: url(/^smtps?:$/, 'smtp://user:password@host:587').optional(),
  /**
   * `keep`: messages are kept in the mailbox and not sent. Other values are ignored, because login shells set MAIL to the user's mailbox.
   */
  MAIL: z.string().optional(),
  MAIL_FROM: z.string().default('GYA <no-reply@gya.example>'),
  SUPPORT_EMAIL: z.email('must be an e-mail address').default('support@gya.example'),
  SECURITY_CONTACT: z.email('must be an e-mail address').optional(),
  // E-mail that comes in: the domain of the branches' addresses. Without it nothing is received.
  MAIL_IN_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/, 'must be a domain such as in.gya.example')
    .optional(),
  // 0: this process receives none.
  MAIL_IN_PORT: z.coerce.number('must be a port number').int().min(0).max(65_535).default(2525),
  MAIL_IN_HOST: z.string().min(1).default('127.0.0.1'),
  // Networks of relays in front of the receiver, which are believed about the sending server.
  MAIL_IN_RELAYS: z
    .string()
    .default('127.0.0.0/8,::1/128')
    .transform((text) => text.split(',').map((network) => network.trim()))
    .refine((networks) => networks.every(isNetwork), 'must be networks such as 10.0.0.0/8'),
  // A folder with cert.pem and key.pem: the receiver offers STARTTLS.
  MAIL_IN_TLS: z.string().min(1).optional(),
  // 0: the envelope sender of outgoing e-mails stays MAIL_FROM, for relays that take no other.
  MAIL_RETURN: z.enum(['0', '1'], 'must be 0 or 1').default('1'),
  S3_ENDPOINT: url(/^https?:$/, 'https://s3.example').optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  DEMO: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  // 0: the demo has no past sales (thirty months of finished sales); for tests.
  DEMO_PAST: z.enum(['0', '1'], 'must be 0 or 1').default('1'),
  GYA_ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  GYA_ADMIN_PASSWORD: z.string().optional(),
  // Virus scanner for uploads.
  CLAMD_URL: url(/^(tcp|unix):$/, 'tcp://127.0.0.1:3310').optional(),
  // Address service that responds with JSON. `{text}` is replaced by the search text.
  ADDRESS_LOOKUP_URL: httpUrl.refine((text) => text.includes('{text}'), 'must hold {text}, where what was typed goes').optional(),
  // Adapter to registers of energy certificates and titles.
  PROPERTY_LOOKUP_URL: httpUrl.optional(),
  // Ed25519 keys, PKCS8 in base64, that sign checkpoints of the record. Without them a key in DATA_DIR is used.
  RECORD_KEY: recordKey.optional(),
  RECORD_KEY_OLD: recordKey.optional(),
  // File of sorted SHA-1 hashes, 20 bytes each, of passwords that cannot be chosen.
  BREACHED_PASSWORDS: z.string().min(1).optional(),
  // Key for stored secrets; without it a file in DATA_DIR is used. The old key decrypts until `npm run rotate-secrets` has run.
  SECRET_KEY: secretKey.optional(),
  SECRET_KEY_OLD: secretKey.optional(),
  // 0: platform admins sign in without a second factor; for automated tests only.
  PLATFORM_SECOND_FACTOR: z.enum(['0', '1'], 'must be 0 or 1').default('1'),
  // Origin on a loopback address that replaces the single sign-on providers; for automated tests only.
  SSO_TEST_PROVIDER: z
    .string()
    .regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/, 'must be an address such as http://127.0.0.1:4000')
    .optional(),
  // 1: webhooks may be sent to any address, including private ones and without TLS; for tests only.
  WEBHOOK_PRIVATE: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'must be fatal, error, warn, info, debug or silent')
    .default('info'),
  // A single reverse proxy is in front of the server and appends the client to X-Forwarded-For.
  TRUST_PROXY: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  // How long new connections are accepted after the stop signal, while /readyz responds with 503.
  DRAIN_SECONDS: z.coerce.number('must be a number of seconds').int().min(0).max(300).default(0),
  // Statements slower than this are logged. Milliseconds.
  SLOW_QUERY_MS: z.coerce.number('must be a number of milliseconds').int().min(1).max(600_000).default(500),
  // Commit of this build, for /metrics and the operations page.
  GYA_COMMIT: z
    .string()
    .regex(/^[0-9a-f]{7,40}$/, 'must be the hash of a commit')
    .optional(),
  // OTLP over HTTP with JSON; `/v1/traces` is appended. Without it, tracing is not loaded.
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  // Example: `authorization=Bearer%20abc,x-scope=gya`.
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^([^%]|%[0-9a-fA-F]{2})*$/, 'must be percent-encoded')
    .optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('gya'),
  // Share of requests traced, 0 to 1.
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number('must be a number from 0 to 1').min(0).max(1).default(1),
})

export type S3Config = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }

export type TracesConfig = { endpoint: string; headers: Record<string, string>; serviceName: string; sampleRatio: number }

export type MailInConfig = {
  /** Undefined: nothing is received. */
  domain: string | undefined
  /** 0: not received by this process. */
  port: number
  host: string
  relays: string[]
  /** A folder with a certificate. Undefined: no STARTTLS. */
  tls?: string | undefined
  /** Answers of mail servers come to the branch's address. */
  takesBounces: boolean
}

export type Config = {
  port: number
  host: string
  publicUrl: string
  loginUrl: string
  dataDir: string | undefined
  databaseUrl: string | undefined
  /** If set, `databaseUrl` leads to a transaction pooler, and this URL to PostgreSQL itself. */
  databaseDirectUrl: string | undefined
  databasePool: number
  databaseReadUrls: string[]
  databaseReadMaxLag: number
  smtpUrl: string | undefined
  /** MAIL=keep: deliberately without a mail server. */
  keepsMail: boolean
  mailFrom: string
  supportEmail: string
  /** Named in /.well-known/security.txt. */
  securityContact: string
  mailIn: MailInConfig
  /** Undefined: files are stored in a local folder. */
  s3: S3Config | undefined
  demo: boolean
  /** Whether the demo gets its past sales (thirty months), in the background. */
  demoPast: boolean
  admin: { email: string; password: string } | undefined
  breachedPasswords: string | undefined
  /** PKCS8 in base64: the key that signs checkpoints and, after a rotation, its predecessor. Empty: a file in the data folder is used. */
  recordKeys: string[]
  /** Undefined: a file in the data folder. */
  secretKey: Buffer | undefined
  secretKeyOld: Buffer | undefined
  /** Platform admins need a second factor; `serve` turns it off for the demo database. */
  platformSecondFactor: boolean
  /** Tests only: replaces the single sign-on providers, and may be called on a loopback address. */
  ssoTestProvider: string | null
  /** Contains `{text}`. Undefined: only the company's own addresses and places are suggested. */
  webhookPrivate: boolean
  addressLookupUrl: string | undefined
  propertyLookupUrl: string | undefined
  /** Undefined: uploads are not scanned. */
  clamdUrl: string | undefined
  logLevel: string
  trustProxy: boolean
  drainSeconds: number
  slowQueryMs: number
  commit: string | undefined
  traces: TracesConfig | undefined
}

/** Throws StartError naming the first invalid variable. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = Environment.safeParse(present)
  if (!result.success) {
    const [issue] = result.error.issues
    throw new StartError(`Configuration: ${String(issue?.path[0])} ${issue?.message}.`)
  }
  const e = result.data
  if (e.DATABASE_DIRECT_URL && !e.DATABASE_URL)
    throw new StartError('Configuration: DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler.')
  if (e.RECORD_KEY_OLD && !e.RECORD_KEY)
    throw new StartError('Configuration: RECORD_KEY_OLD needs RECORD_KEY, which replaces it.')
  const open = findUnencryptedHost(e, e.UNENCRYPTED_HOSTS ?? [])
  if (open)
    throw new StartError(
      `Configuration: ${open.name} leads to ${open.host} without TLS. Use TLS (sslmode=verify-full, https:, smtps:), or name the host in UNENCRYPTED_HOSTS.`,
    )
  if (Boolean(e.GYA_ADMIN_EMAIL) !== Boolean(e.GYA_ADMIN_PASSWORD))
    throw new StartError('Configuration: GYA_ADMIN_EMAIL and GYA_ADMIN_PASSWORD belong together.')
  return {
    port: e.PORT,
    host: e.HOST,
    publicUrl: (e.PUBLIC_URL ?? `http://${e.HOST === '0.0.0.0' ? 'localhost' : e.HOST}:${e.PORT}`).replace(/\/$/, ''),
    loginUrl: (e.LOGIN_URL ?? '/login').replace(/\/$/, ''),
    dataDir: e.DATA_DIR,
    databaseUrl: e.DATABASE_URL,
    databaseDirectUrl: e.DATABASE_DIRECT_URL,
    databasePool: e.DATABASE_POOL,
    databaseReadUrls: e.DATABASE_READ_URLS ?? [],
    databaseReadMaxLag: e.DATABASE_READ_MAX_LAG,
    smtpUrl: e.SMTP_URL,
    keepsMail: e.MAIL === 'keep',
    mailFrom: e.MAIL_FROM,
    supportEmail: e.SUPPORT_EMAIL,
    securityContact: e.SECURITY_CONTACT ?? e.SUPPORT_EMAIL,
    mailIn: {
      domain: e.MAIL_IN_DOMAIN,
      port: e.MAIL_IN_PORT,
      host: e.MAIL_IN_HOST,
      relays: e.MAIL_IN_RELAYS,
      tls: e.MAIL_IN_TLS,
      takesBounces: e.MAIL_RETURN === '1',
    },
    s3: s3Config(e),
    demo: e.DEMO === '1',
    demoPast: e.DEMO_PAST === '1',
    admin:
      e.GYA_ADMIN_EMAIL && e.GYA_ADMIN_PASSWORD
        ? { email: e.GYA_ADMIN_EMAIL.toLowerCase(), password: e.GYA_ADMIN_PASSWORD }
        : undefined,
    breachedPasswords: e.BREACHED_PASSWORDS,
    recordKeys: [e.RECORD_KEY, e.RECORD_KEY_OLD].filter((key) => key !== undefined),
    secretKey: e.SECRET_KEY ?? undefined,
    secretKeyOld: e.SECRET_KEY_OLD ?? undefined,
    platformSecondFactor: e.PLATFORM_SECOND_FACTOR === '1',
    ssoTestProvider: testProviderOf(e),
    webhookPrivate: e.WEBHOOK_PRIVATE === '1',
    addressLookupUrl: e.ADDRESS_LOOKUP_URL,
    propertyLookupUrl: e.PROPERTY_LOOKUP_URL,
    clamdUrl: e.CLAMD_URL,
    logLevel: e.LOG_LEVEL,
    trustProxy: e.TRUST_PROXY === '1',
    drainSeconds: e.DRAIN_SECONDS,
    slowQueryMs: e.SLOW_QUERY_MS,
    commit: e.GYA_COMMIT,
    traces: tracesOf(e),
  }
}

/** Throws StartError without a mail server, except in the demo and with MAIL=keep. */
export function requireMail({ smtpUrl, keepsMail, demo }: Config): void {
  if (smtpUrl && keepsMail) throw new StartError('Configuration: SMTP_URL and MAIL=keep exclude each other.')
  if (!smtpUrl && !keepsMail && !demo)
    throw new StartError('Configuration: SMTP_URL is missing. Set it, or MAIL=keep to keep messages in the mailbox unsent.')
}

/** Throws StartError unless this server itself listens on a loopback address. */
function testProviderOf(e: z.infer<typeof Environment>): string | null {
  if (!e.SSO_TEST_PROVIDER) return null
  const { hostname } = new URL(e.PUBLIC_URL ?? `http://${e.HOST}`)
  if (/^(127\.0\.0\.1|localhost|\[::1\])$/.test(hostname)) return e.SSO_TEST_PROVIDER
  throw new StartError('Configuration: SSO_TEST_PROVIDER is for tests; it is refused where PUBLIC_URL is not a loopback address.')
}

/** Format of the OpenTelemetry specification: comma-separated `name=value`, percent-encoded. */
function tracesOf(e: z.infer<typeof Environment>): TracesConfig | undefined {
  if (!e.OTEL_EXPORTER_OTLP_ENDPOINT) return undefined
  const pairs = (e.OTEL_EXPORTER_OTLP_HEADERS ?? '').split(',').filter((pair) => pair.includes('='))
  return {
    endpoint: e.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, ''),
    headers: Object.fromEntries(
      pairs.map((pair) => [pair.slice(0, pair.indexOf('=')).trim(), unescaped(pair.slice(pair.indexOf('=') + 1).trim())]),
    ),
    serviceName: e.OTEL_SERVICE_NAME,
    sampleRatio: e.OTEL_TRACES_SAMPLER_ARG,
  }
}

const unescaped = (text: string): string => new URLSearchParams(`v=${text.replaceAll('+', '%2B')}`).get('v') ?? ''

/** Throws StartError unless all S3 variables are set or none. */
function s3Config(e: z.infer<typeof Environment>): S3Config | undefined {
  const needed = {
    S3_ENDPOINT: e.S3_ENDPOINT,
    S3_BUCKET: e.S3_BUCKET,
    S3_ACCESS_KEY_ID: e.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: e.S3_SECRET_ACCESS_KEY,
  }
  const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]))
  if (missing.length === Object.keys(needed).length) return undefined
  if (missing.length > 0)
    throw new StartError(
      `Configuration: files go to S3 only with ${missing.join(', ')} as well; without any S3_… they go to a folder.`,
    )
  return {
    endpoint: e.S3_ENDPOINT ?? '',
    bucket: e.S3_BUCKET ?? '',
    region: e.S3_REGION,
    accessKeyId: e.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: e.S3_SECRET_ACCESS_KEY ?? '',
  }
}
