import { z } from 'zod'
import { StartError } from './start-error.ts'

const url = (protocols: RegExp, example: string) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && protocols.test(new URL(text).protocol), `must be an address such as ${example}`)

const web = url(/^https?:$/, 'https://gya.example')

const Environment = z.object({
  PORT: z.coerce.number('must be a port number').int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: web.optional(),
  LOGIN_URL: z.string().optional(),
  DATA_DIR: z.string().min(1).optional(),
  DATABASE_URL: url(/^postgres(ql)?:$/, 'postgres://user:password@host:5432/gya').optional(),
  DATABASE_POOL: z.coerce.number('must be a number').int().min(2).max(200).default(10),
  SMTP_URL: url(/^smtps?:$/, 'smtp://user:password@host:587').optional(),
  MAIL_FROM: z.string().default('GYA <no-reply@gya.example>'),
  SUPPORT_EMAIL: z.email('must be an e-mail address').default('support@gya.example'),
  S3_ENDPOINT: url(/^https?:$/, 'https://s3.example').optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  DEMO: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  GYA_ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  GYA_ADMIN_PASSWORD: z.string().optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'must be fatal, error, warn, info, debug or silent')
    .default('info'),
  TRUST_PROXY: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
})

/** A bucket of an S3-compatible service, and how to sign in there. */
export type S3Config = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }

export type Config = {
  port: number
  host: string
  publicUrl: string
  loginUrl: string
  dataDir: string | undefined
  databaseUrl: string | undefined
  databasePool: number
  smtpUrl: string | undefined
  mailFrom: string
  supportEmail: string
  /** Where files lie; without it in a folder of this machine. */
  s3: S3Config | undefined
  demo: boolean
  admin: { email: string; password: string } | undefined
  logLevel: string
  trustProxy: boolean
}

/** Reads the configuration from the environment; a wrong value stops the start with one line that names it. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = Environment.safeParse(given)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new StartError(`Configuration: ${String(issue?.path[0])} ${issue?.message}.`)
  }
  const e = read.data
  if (Boolean(e.GYA_ADMIN_EMAIL) !== Boolean(e.GYA_ADMIN_PASSWORD))
    throw new StartError('Configuration: GYA_ADMIN_EMAIL and GYA_ADMIN_PASSWORD belong together.')
  return {
    port: e.PORT,
    host: e.HOST,
    publicUrl: (e.PUBLIC_URL ?? `http://${e.HOST === '0.0.0.0' ? 'localhost' : e.HOST}:${e.PORT}`).replace(/\/$/, ''),
    loginUrl: e.LOGIN_URL ?? '/login',
    dataDir: e.DATA_DIR,
    databaseUrl: e.DATABASE_URL,
    databasePool: e.DATABASE_POOL,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM,
    supportEmail: e.SUPPORT_EMAIL,
    s3: s3Of(e),
    demo: e.DEMO === '1',
    admin:
      e.GYA_ADMIN_EMAIL && e.GYA_ADMIN_PASSWORD
        ? { email: e.GYA_ADMIN_EMAIL.toLowerCase(), password: e.GYA_ADMIN_PASSWORD }
        : undefined,
    logLevel: e.LOG_LEVEL,
    trustProxy: e.TRUST_PROXY === '1',
  }
}

/** All of it or nothing: with half of it, files would lie where nobody looks for them. */
function s3Of(e: z.infer<typeof Environment>): S3Config | undefined {
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

/** The configuration in one line without its secrets, for the log at start. */
export const showConfig = (config: Config): Record<string, unknown> => ({
  ...config,
  databaseUrl: config.databaseUrl ? '(set)' : '(embedded)',
  smtpUrl: config.smtpUrl ? '(set)' : '(none: mail is kept in the mailbox)',
  s3: config.s3 ? { ...config.s3, accessKeyId: '(set)', secretAccessKey: '(set)' } : '(none: files are kept in a folder)',
  admin: config.admin ? '(set)' : undefined,
})
