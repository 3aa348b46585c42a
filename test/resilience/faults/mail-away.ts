import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../../../server/db/embedded/embedded-postgres.ts'
import { canRunExim, type Exim, startExim } from '../../support/exim.ts'
import { freeLowPort } from '../../support/free-low-port.ts'
import { startApp } from '../../support/start-app.ts'
import { startTcpFaultProxy } from '../../support/tcp-fault-proxy.ts'
import type { Trial } from '../../support/trial.ts'
import { countFileMismatches } from './check-consistency.ts'
import { countLostMails, openMailAddress, startDeliveries, untilMailsAreRead } from './mail-deliveries.ts'
import { createTestCompany } from './test-company.ts'

/** `cut`: PostgreSQL refuses connections. `silence`: it does not respond. */
const size: Record<'short' | 'long', { faults: ('cut' | 'silence')[]; seconds: number; mails: number }> = {
  short: { faults: ['cut'], seconds: 3, mails: 60 },
  long: { faults: ['cut', 'silence', 'cut', 'silence'], seconds: 60, mails: 1_000 },
}

/** "PostgreSQL away for a minute: the same." The database is unreachable while e-mails arrive and are read; nothing is restarted. */
export const mailAway: Trial = {
  name: 'database away while e-mails arrive',
  run: async ({ length, print }) => {
    const { faults, seconds, mails } = size[length]
    const dataDir = await mkdtemp(join(tmpdir(), 'gya-trial-'))
    await chmod(dataDir, 0o755)
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
    const line = await startTcpFaultProxy(postgres.url)
    const port = await freeLowPort()
    let exim: Exim | null = null
    try {
      const env = { DATABASE_URL: line.url, DATA_DIR: dataDir, MAIL_IN_DOMAIN: 'in.gya.example', MAIL_IN_PORT: String(port) }
      const product = await startApp({ port: await freeLowPort(), env })
      const company = await createTestCompany(postgres.url, product.address, 1)
      const to = await openMailAddress(company)
      exim = canRunExim ? await startExim(port) : null
      const { accepted, broken, done } = startDeliveries({ port, to, mails, exim })
      const share = Math.floor(mails / (faults.length + 1) / 2)
      for (const fault of faults) {
        const until = Math.min(accepted.size + share, mails - 1)
        while (accepted.size < until) await setTimeout(5)
        if (fault === 'cut') await line.cut()
        else line.silence()
        await setTimeout(seconds * 1000)
        await line.restore()
        print(`${fault} for ${seconds} s, ${accepted.size} e-mails accepted, ${broken()} attempts refused`)
      }
      await done()
      await untilMailsAreRead(company)
      const lost = await countLostMails(company, accepted)
      const files = await countFileMismatches(company.database, join(dataDir, 'files'))
      await company.database.close()
      await product.stop()
      return {
        tried: { outages: faults.length, 'e-mails accepted': accepted.size, 'attempts that were refused': broken() },
        lost: { ...lost, ...files },
        figures: { 'each outage': `${seconds} s`, 'through Exim': String(exim ? Math.ceil(mails / 2) : 0) },
      }
    } finally {
      await exim?.stop()
      await line.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    }
  },
}
