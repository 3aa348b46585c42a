import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { canRunExim, type Exim, startExim } from '../../support/exim.ts'
import { freeLowPort } from '../../support/free-low-port.ts'
import type { Trial } from '../../support/trial.ts'
import { countFileMismatches } from './check-consistency.ts'
import { openInstallation } from './installation.ts'
import { countLostMails, openMailAddress, startDeliveries, untilMailsAreRead } from './mail-deliveries.ts'
import { createTestCompany } from './test-company.ts'

const size = { short: { kills: 2, mails: 60 }, long: { kills: 50, mails: 1_000 } }

/** Kills the app with -9 while e-mails arrive from SMTP clients and, where it is installed, from Exim, and while they are read. */
export const mailKill: Trial = {
  name: 'kill -9 of the app while e-mails arrive',
  run: async ({ length, print }) => {
    const { kills, mails } = size[length]
    const port = await freeLowPort()
    const place = await openInstallation({ env: { MAIL_IN_DOMAIN: 'in.gya.example', MAIL_IN_PORT: String(port) } })
    let exim: Exim | null = null
    try {
      const company = await createTestCompany(await place.databaseUrl(), place.address, 1)
      const to = await openMailAddress(company)
      exim = canRunExim ? await startExim(port) : null
      const { accepted, broken, done } = startDeliveries({ port, to, mails, exim })
      for (let kill = 1; kill <= kills; kill += 1) {
        const until = Math.min(accepted.size + 1 + randomInt(Math.max(1, Math.floor(mails / kills / 2))), mails - 1)
        while (accepted.size < until) await setTimeout(5)
        await setTimeout(randomInt(1_500))
        place.product().kill('SIGKILL')
        await place.product().ended
        print(`killed ${kill} of ${kills}, ${accepted.size} e-mails accepted`)
        await place.startAgain()
      }
      await done()
      await untilMailsAreRead(company)
      const lost = await countLostMails(company, accepted)
      const files = await countFileMismatches(company.database, `${place.dataDir}/files`)
      await company.database.close()
      return {
        tried: { kills, 'e-mails accepted': accepted.size, 'attempts that broke off': broken() },
        lost: { ...lost, ...files },
        figures: { 'through Exim': String(exim ? Math.ceil(mails / 2) : 0) },
      }
    } finally {
      await exim?.stop()
      await place.end()
    }
  },
}
