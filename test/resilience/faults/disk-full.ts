import { mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readProperty } from '@gya/domain/features/properties/properties.contract.ts'
import type { Trial } from '../../support/trial.ts'
import { countLosses } from './check-consistency.ts'
import { type ConcurrentSaves, startConcurrentSaves } from './concurrent-saves.ts'
import { openInstallation } from './installation.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'
import { createTestCompany, type TestCompany, waitBeforeRetry } from './test-company.ts'

const size = { short: { rounds: 1, clients: 3, saves: 20 }, long: { rounds: 4, clients: 8, saves: 150 } }
const megabytes = { database: 400, files: 4 }

/**
 * The disk of the file store fills up, then that of the database, during concurrent saves; then space is freed. Without space
 * for WAL PostgreSQL stops and is restarted by the app; nothing is restarted manually.
 */
export const diskFull: Trial = {
  name: 'full disk during concurrent saves',
  run: async ({ length, print }) => {
    const { rounds, clients, saves } = size[length]
    const folder = await mkdtemp(join(tmpdir(), 'gya-trial-'))
    const disk = await mountSmallDisk(folder, megabytes.database)
    const filesDisk = await mountSmallDisk(join(folder, 'files'), megabytes.files)
    try {
      const place = await openInstallation({ dataDir: folder })
      const company = await createTestCompany(await place.databaseUrl(), place.address, clients)
      const load = startConcurrentSaves(company)
      const full = { reads: 0, backAfter: 0, saves: 0 }
      for (let round = 1; round <= rounds; round += 1) {
        await load.until(saves)
        full.saves += await whileFilesAreFull(filesDisk, load, saves)
        full.reads += await whileDatabaseIsFull(disk, company, load)
        const cleared = performance.now()
        await load.until(clients + 1)
        full.backAfter = Math.max(full.backAfter, performance.now() - cleared)
        print(`full ${round} of ${rounds}, ${load.ledger.acknowledged} saves acknowledged`)
      }
      await load.until(saves)
      await load.rest()
      const { ledger } = load
      for (const wrong of ledger.wrong.slice(0, 5)) print(wrong)
      const lost = await countLosses(company, ledger, join(folder, 'files'))
      await company.database.close()
      await place.end()
      return {
        tried: {
          'times full': 2 * rounds,
          'saves acknowledged': ledger.acknowledged,
          'of them while files had no room': full.saves,
          'reads while the database had no room': full.reads,
          'answers that there is no room': ledger.unserved.NO_ROOM ?? 0,
        },
        lost,
        figures: {
          'longest until saves were acknowledged again': `${(full.backAfter / 1000).toFixed(1)} s`,
          'longest wait for an answer': `${(ledger.longestWait / 1000).toFixed(1)} s`,
          'answers meanwhile': Object.entries(ledger.unserved)
            .map(([code, times]) => `${code} ${times}`)
            .join(', '),
        },
      }
    } finally {
      await filesDisk.remove()
      await disk.remove()
      await rmdir(folder)
    }
  },
}

/** Documents are refused, other saves succeed; returns how many. */
async function whileFilesAreFull(disk: SmallDisk, { ledger, until }: ConcurrentSaves, saves: number): Promise<number> {
  const before = { saves: ledger.acknowledged, refused: ledger.unserved.NO_ROOM ?? 0 }
  await disk.fill()
  while ((ledger.unserved.NO_ROOM ?? 0) < before.refused + 3 && ledger.wrong.length === 0) await waitBeforeRetry()
  await until(saves)
  await disk.clear()
  return ledger.acknowledged - before.saves
}

/** Saves are refused; returns how many reads succeed. */
async function whileDatabaseIsFull(
  disk: SmallDisk,
  { branch, people }: TestCompany,
  { ledger }: ConcurrentSaves,
): Promise<number> {
  const refusals = () => (ledger.unserved.NO_ROOM ?? 0) + (ledger.unserved.NOT_READY ?? 0)
  const before = refusals()
  const [propertyId = ''] = [...ledger.homes.keys()]
  let reads = 0
  // Without space for WAL PostgreSQL is down, and clients wait to read the outcome of their save.
  let unread = 0
  await disk.fill()
  while (refusals() + unread < before + 20 && ledger.wrong.length === 0) {
    const answer = await people[0]?.send(readProperty, { params: { ...branch, propertyId } })
    if (answer?.status === 200) reads += 1
    else unread += 1
    await waitBeforeRetry()
  }
  await disk.clear()
  return reads
}
