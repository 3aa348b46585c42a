import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { Trial } from '../../support/trial.ts'
import { countLosses, countTemporaryFolders } from './check-consistency.ts'
import { startConcurrentSaves } from './concurrent-saves.ts'
import { openInstallation } from './installation.ts'
import { createTestCompany } from './test-company.ts'

const size = { short: { kills: 1, clients: 3, least: 20, most: 40 }, long: { kills: 60, clients: 8, least: 20, most: 80 } }

/** The app is repeatedly killed with -9 during concurrent saves and restarted. */
export const killApp: Trial = {
  name: 'kill -9 of the app during concurrent saves',
  run: async ({ length, print }) => {
    const { kills, clients, least, most } = size[length]
    const place = await openInstallation()
    try {
      const company = await createTestCompany(await place.databaseUrl(), place.address, clients)
      const load = startConcurrentSaves(company)
      for (let kill = 1; kill <= kills; kill += 1) {
        await load.until(least + randomInt(most - least))
        place.product().kill('SIGKILL')
        await place.product().ended
        print(`killed ${kill} of ${kills}, ${load.ledger.acknowledged} saves acknowledged`)
        await place.startAgain()
      }
      await load.until(least)
      await load.rest()
      const { ledger } = load
      for (const wrong of ledger.wrong.slice(0, 5)) print(wrong)
      const lost = await countLosses(company, ledger, join(place.dataDir, 'files'))
      const { left, afterSweep } = await countTemporaryFolders(place.temporary)
      await company.database.close()
      return {
        tried: {
          kills,
          'saves acknowledged': ledger.acknowledged,
          'documents among them': ledger.documents.size,
          'acceptances that others raced for': ledger.accepted.size,
          'saves that were not answered': ledger.unserved.BROKEN ?? 0,
        },
        lost: { ...lost, 'temporary folders that the sweep leaves': afterSweep },
        figures: { 'temporary folders left by killed processes until the sweep': String(left) },
      }
    } finally {
      await place.end()
    }
  },
}
