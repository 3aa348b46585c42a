import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import product from '../package.json' with { type: 'json' }
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { recordCommitPositions } from './db/commit-position.ts'
import { type Database, openPool } from './db/pool.ts'
import { openStandbys } from './db/standbys.ts'
import { requireRoleSettings } from './db/transaction-pooler.ts'
import { demoPassword, demoSignIns, youngSignIn } from './demo/company.ts'
import { prepareDemoFactor } from './demo/demo-factor.ts'
import { prepareDemoPolicy } from './demo/demo-policy.ts'
import { fillDemoCheckPack } from './demo/fill-check-pack.ts'
import { fillDemo } from './demo/fill-demo.ts'
import { fillDemoImports } from './demo/fill-imports.ts'
import { demoDns, demoMailDomain, fillDemoMail } from './demo/fill-mail.ts'
import { fillPastSales } from './demo/fill-past-sales.ts'
import { fillDemoRecord } from './demo/fill-record.ts'
import { fillDemoWebhooks } from './demo/fill-webhooks.ts'
import { fillYoungCompany } from './demo/fill-young-company.ts'
import { forecastSales } from './features/forecast/forecast-sales.ts'
import { type MailReceiver, startMailReceiver } from './features/mail-in/receive/mail-receiver.ts'
import { TlsFilesError } from './features/mail-in/receive/receiver-tls.ts'
import { createFirstAdmin } from './features/members/create-first-admin.ts'
import { startSealer } from './features/record/sealer.ts'
import { isSecretKeyRight } from './features/second-factors/secret-key-check.ts'
import { breachedFileError } from './features/users/common-passwords.ts'
import { type Clock, systemClock } from './infra/clock.ts'
import { readSecretKeyFile, secretBox } from './infra/encrypted-secrets.ts'
import { folderStore } from './infra/files/folder-store.ts'
import { s3Store } from './infra/files/s3-store.ts'
import { createMailTransport } from './infra/mail/smtp.ts'
import { readOrCreateSigningKey } from './infra/signing-key.ts'
import { instrumentMailServer } from './infra/telemetry/instrument-io.ts'
import { createMeters } from './infra/telemetry/meters.ts'
import { startTracing } from './infra/telemetry/tracing.ts'
import { startTemporarySweep } from './infra/temporary-folders.ts'
import { createFailedJobHandlers } from './jobs/failed-jobs.ts'
import { instrumentJobs } from './jobs/instrument-jobs.ts'
import { createJobHandlers } from './jobs/job-handlers.ts'
import { groupJobs, startWorkers } from './jobs/start-workers.ts'
import { explainDatabaseErrors, StartError } from './startup-errors.ts'

export type RunningServer = { address: string; log: FastifyBaseLogger; stop(): Promise<void> }
type ServeOptions = {
  config: Config
  databaseUrl: string
  /** No other process uses the database. */
  isOnlyProcess?: boolean
  /** Used without S3. */
  filesFolder: string
  /** Contains the key of checkpoints if RECORD_KEY is not set; created at the first start. */
  recordKeyFile: string
  /** Used without SECRET_KEY; created if it does not exist. */
  secretKeyFile: string
  webRoot: string | null
  clock?: Clock
  print: (line: string) => void
  /** Reports steps that take a while before the server is ready. */
  step?: (line: string) => void
}

/** Milliseconds. Longer than the proxy's idle timeout (`keepalive_timeout` in ops/nginx). */
const proxyKeepAliveMs = 10_000

/**
 * Starts the server on a migrated database: initial data, routes and the job worker. `stop` reports not ready for DRAIN_SECONDS, then stops
 * accepting requests and jobs, finishes those in progress and closes everything.
 */
export async function serve({
  config: given,
  databaseUrl,
  isOnlyProcess = false,
  filesFolder,
  recordKeyFile,
  secretKeyFile,
  webRoot,
  clock = systemClock,
  print,
  step = print,
}: ServeOptions): Promise<RunningServer> {
  let config =
    given.recordKeys.length > 0
      ? given
      : { ...given, recordKeys: [await keptKey('RECORD_KEY', readOrCreateSigningKey(recordKeyFile))] }
  const unusable = config.breachedPasswords ? await breachedFileError(config.breachedPasswords) : null
  if (unusable) throw new StartError(`Configuration: BREACHED_PASSWORDS ${unusable}.`)
  const database = await openDatabase(databaseUrl, config, print)
  const secrets = secretBox(
    config.secretKey ?? (await keptKey('SECRET_KEY', readSecretKeyFile(secretKeyFile))),
    config.secretKeyOld,
  )
  if (!(await isSecretKeyRight(database.db, secrets))) {
    await database.close()
    throw new StartError('Configuration: SECRET_KEY does not fit this database, whose secrets are encrypted under another key.')
  }
  const secure = config.publicUrl.startsWith('https:')
  const files = config.s3 ? s3Store(config.s3) : folderStore(filesFolder)
  const meters = createMeters()
  const standbys =
    config.databaseReadUrls.length > 0
      ? openStandbys({
          urls: config.databaseReadUrls,
          size: config.databasePool,
          maxLagSeconds: config.databaseReadMaxLag,
          database,
          meters,
          print,
        })
      : null
  const tracing = config.traces
    ? await startTracing(config.traces, product.version, (kind) => app.log.warn({ kind }, 'traces could not be sent'))
    : null
  // DEMO=1 has no effect on a database with other data.
  const isDemo = config.demo && (await fillDemo(database, clock, step, { files, publicUrl: config.publicUrl }))
  if (isDemo && config.demoPast)
    config = { ...config, mailIn: { ...config.mailIn, domain: config.mailIn.domain ?? demoMailDomain } }
  const app = await buildApp({
    database,
    standbys,
    files,
    secrets,
    clock,
    config: { ...config, demo: isDemo, platformSecondFactor: config.platformSecondFactor && !isDemo },
    secure,
    webRoot,
    meters,
    tracing,
  })
  if (!isDemo && config.admin) await createFirstAdmin(database, clock, config.admin, config)

  const transport = createMailTransport(config)
  const tasks = createJobHandlers({
    database,
    files: app.gya.files,
    clock,
    config,
    transport: transport && instrumentMailServer(transport, meters),
    secrets,
    webhookHttp: app.gya.webhookHttp,
    openMailbox: app.gya.openMailbox,
    ...(isDemo ? { dns: demoDns } : {}),
  })
  const logJob = (level: 'info' | 'error', line: string) => app.log[level](line)
  const instruments = { meters, tracing, log: (line: string) => app.log.error(line) }
  const workers = await startWorkers(database.direct, groupJobs(instrumentJobs(tasks, instruments)), logJob, {
    isOnlyProcess,
    onFailed: createFailedJobHandlers({ database, clock }),
  })
  if (config.webhookPrivate) print('WEBHOOK_PRIVATE is set: webhooks go to any address, also without TLS. For tests only.')
  const sealer = await startSealer({ database, clock, log: app.log })
  const stopSweep = startTemporarySweep((err) => app.log.error({ err }, 'temporary folders could not be swept'))
  if (isDemo) await prepareDemoPolicy(database, clock)
  const factor = isDemo ? await prepareDemoFactor(database, secrets, clock) : null
  let filledLater: Promise<void> = Promise.resolve()
  let receiver: MailReceiver | null = null
  let isStopping = false
  const stop = async () => {
    isStopping = true
    stopSweep()
    app.gracefulShutdown.start()
    if (app.server.listening) await setTimeout(config.drainSeconds * 1000)
    await Promise.all([
      app.gracefulShutdown.closeConnections(config.trustProxy ? proxyKeepAliveMs : 0),
      receiver?.stop(),
      workers.stop(),
    ])
    await app.close()
    await Promise.all([sealer.stop(), filledLater])
    await tracing?.stop()
    transport?.close()
    files.close()
    await standbys?.close()
    await database.close()
  }
  try {
    const address = await listen(app, config)
    receiver = await receiveMail(
      { database, files: app.gya.files, clock, config, log: (line) => app.log.info(line, 'smtp') },
      isDemo,
    )
    announce(config, address, isDemo, print)
    if (receiver)
      print(
        `E-mail: smtp://${config.mailIn.host}:${receiver.port}, for ${isDemo ? 'example larkmead-reading@' : 'addresses at '}${config.mailIn.domain}`,
      )
    if (factor) print(`  ${factor.email}\n    Company Admin with an authenticator app, whose secret is ${factor.secret}\n`)
    if (isDemo)
      filledLater = fillDemoRecord({ database, clock, config })
        .then(() => fillDemoWebhooks({ database, clock, secrets, config }))
        .then(() =>
          config.demoPast && !isStopping
            ? fillDemoMail({ database, clock, files: app.gya.files, config, secrets, isStopping: () => isStopping })
            : undefined,
        )
        .then(() => (config.demoPast && !isStopping ? fillYoungCompany({ database, clock }) : undefined))
        .then(() => (config.demoPast ? fillPastSales(database, clock, { isStopping: () => isStopping }) : undefined))
        .then(() => (isStopping ? undefined : forecastSales({ database, clock })))
        .then(() => (isStopping ? undefined : fillDemoImports({ database, clock, files })))
        .then(() => fillDemoCheckPack({ database, clock }, () => isStopping))
        .catch((error: unknown) =>
          app.log.error(
            { err: error },
            'the record, the webhooks, the e-mails, the forecasts, the imports and the inspector’s file of the demo could not be filled',
          ),
        )
    return { address, log: app.log, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A key that is not set in the environment and is stored in a file. Throws StartError if the file can be neither created nor read. */
async function keptKey<T>(variable: string, key: Promise<T>): Promise<T> {
  try {
    return await key
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message
    throw new StartError(`Configuration: set ${variable}: the file that would keep the key cannot be used (${reason}).`, {
      cause: error,
    })
  }
}

/** Throws StartError if the server or pooler of the URL cannot be used. */
async function openDatabase(
  url: string,
  { databasePool, databaseDirectUrl: directUrl, databaseReadUrls }: Config,
  print: (line: string) => void,
): Promise<Database> {
  const onError = (error: Error) => print(`Database connection lost: ${error.message}`)
  const database = openPool(url, databasePool, onError, { directUrl })
  if (databaseReadUrls.length > 0) recordCommitPositions(database.pool)
  try {
    await explainDatabaseErrors(async () => {
      await Promise.all([database.primary.find(), database.direct.primary.find()])
      if (directUrl) await requireRoleSettings(database.pool)
    })
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, { port, host }: Config): Promise<string> {
  try {
    return await app.listen({ port, host })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE') throw new StartError(`Port ${port} is taken by another program. Set PORT to a free one.`)
    if (code === 'EACCES') throw new StartError(`Port ${port} is not open to this user. Set PORT to 1024 or above.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new StartError(`HOST ${host} is not an address of this machine.`)
    throw error
  }
}

/** In the demo a free port is taken if that of the configuration is in use. */
async function receiveMail(context: Parameters<typeof startMailReceiver>[0], isDemo: boolean): Promise<MailReceiver | null> {
  const { mailIn } = context.config
  if (mailIn.port === 0 && !isDemo) return null
  try {
    return await startMailReceiver(context)
  } catch (error) {
    if (error instanceof TlsFilesError) throw new StartError(`Configuration: MAIL_IN_TLS: ${error.message}.`)
    const { code } = error as { code?: string }
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
    if (isDemo) return startMailReceiver({ ...context, config: { ...context.config, mailIn: { ...mailIn, port: 0 } } })
    throw new StartError(`Port ${mailIn.port} for e-mail is not free. Set MAIL_IN_PORT to a free one, or to 0 to receive none.`)
  }
}

function announce(config: Config, address: string, isDemo: boolean, print: (line: string) => void): void {
  print(`\nGYA is ready at ${config.port === 0 ? address : config.publicUrl}`)
  if (!isDemo) return
  print(`\nDemo sign-ins, password ${demoPassword} for all:`)
  const signIns = [...demoSignIns, ...(config.demoPast ? [youngSignIn] : [])]
  for (const { email, role } of signIns) print(`  ${email.padEnd(24)} ${role}`)
  print('')
}
