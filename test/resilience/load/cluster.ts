import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { startEmbeddedPostgres } from '../../../server/db/embedded/embedded-postgres.ts'
import { type Database, openPool } from '../../../server/db/pool.ts'
import { createFreshDatabase } from '../../support/fresh-database.ts'
import { type MailReceiver, openMailReceiver } from '../../support/mail-receiver.ts'
import { freePorts, type NginxServer, servedName, startNginx } from '../../support/nginx.ts'
import { type AppProcess, startApp } from '../../support/start-app.ts'

/** Several app processes on one PostgreSQL, an S3-compatible store, a mail server, and nginx in front. */
export type Cluster = {
  database: Database
  mail: MailReceiver
  nginx: NginxServer
  ports: readonly number[]
  /** Restarts one process with SIGTERM; returns its exit code and the duration of the shutdown. */
  restart(index: number): Promise<{ code: number | null; leftAfterMs: number }>
  stop(): Promise<void>
}

const bucket = 'gya-trial'

export async function startCluster(processes: number): Promise<Cluster> {
  const closing: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close()
  }
  try {
    const folder = await mkdtemp(join(tmpdir(), 'gya-load-'))
    closing.push(() => rm(folder, { recursive: true, force: true }))
    const serverUrl = process.env.BENCH_DATABASE_URL ?? (await ownPostgres(closing))
    const url = await createFreshDatabase(serverUrl, 'gya_bench_load')
    const database = openPool(url, 4, () => {})
    closing.push(() => database.close())
    const mail = await openMailReceiver()
    closing.push(() => mail.close())
    const store = new S3rver({ port: 0, silent: true, directory: folder, configureBuckets: [{ name: bucket, configs: [] }] })
    const { port: storePort } = await store.run()
    closing.push(() => store.close())
    const env = {
      PUBLIC_URL: `https://${servedName}`,
      TRUST_PROXY: '1',
      DATABASE_URL: url,
      SMTP_URL: mail.url,
      S3_ENDPOINT: `http://127.0.0.1:${storePort}`,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    }
    const ports = await freePorts(processes)
    const products = await Promise.all(ports.map((port) => startApp({ port, env })))
    closing.push(() => Promise.all(products.map((product) => product.stop())))
    const nginx = await startNginx(ports)
    closing.push(() => nginx.stop())
    return {
      database,
      mail,
      nginx,
      ports,
      restart: async (index) => {
        const asked = performance.now()
        const { code } = await (products[index] as AppProcess).stop()
        const leftAfterMs = performance.now() - asked
        products[index] = await startApp({ port: ports[index] ?? 0, env })
        return { code, leftAfterMs }
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function ownPostgres(closing: (() => Promise<unknown>)[]): Promise<string> {
  const { url, stop } = await startEmbeddedPostgres({ dataDir: join(tmpdir(), 'gya-bench'), log: () => {} })
  closing.push(stop)
  return url
}
