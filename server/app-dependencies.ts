import type { Config } from './config.ts'
import type { Database } from './db/pool.ts'
import type { Standbys } from './db/standbys.ts'
import type { OpenMailbox } from './features/mail-in/accounts/open-mailbox.ts'
import type { Clock } from './infra/clock.ts'
import { type SecretBox } from './infra/encrypted-secrets.ts'
import type { FileStore } from './infra/files/file-store.ts'
import type { SafeHttp } from './infra/safe-http.ts'
import { type Meters } from './infra/telemetry/meters.ts'
import type { Tracing } from './infra/telemetry/tracing.ts'

/** Decorates the Fastify instance as `app.gya`. Tests build their own. */
export type AppDependencies = {
  database: Database
  /** Null without DATABASE_READ_URLS. */
  standbys: Standbys | null
  files: FileStore
  clock: Clock
  config: Config
  /** Encrypts stored secrets. */
  secrets: SecretBox
  /** HTTP client for URLs that customers configure. */
  safeHttp: SafeHttp
  /** HTTP client for webhook endpoints of companies. */
  webhookHttp: SafeHttp
  /** Signs in to the mail accounts of branches. */
  openMailbox: OpenMailbox
  /** PUBLIC_URL is https: cookies get `Secure`. */
  secure: boolean
  /** Folder of the built web app; null in API tests. */
  webRoot: string | null
  /** Log destination; default: standard output. */
  logTo?: { write(line: string): void }
  meters: Meters
  /** Null without OTEL_EXPORTER_OTLP_ENDPOINT. */
  tracing: Tracing | null
}
