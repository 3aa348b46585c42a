import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/pool.ts'
import { listenForChanges } from '../live/change-listener.ts'
import { sealEntries, sealLeftOvers } from './seal-entries.ts'

/** Debounce time in milliseconds: further changes in this time are sealed together. */
const delayMs = 200

type SealerOptions = { database: Database; log: Pick<FastifyBaseLogger, 'info' | 'error'> }

export type Sealer = { stop(): Promise<void> }

/**
 * Seals the entries of a company soon after each change, whichever process made the change.
 */
export async function startSealer({ database, log }: SealerOptions): Promise<Sealer> {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let sealing: Promise<void> = Promise.resolve()
  let isSealing = false
  let stopped = false

  const sealWaiting = async (): Promise<void> => {
    const companies = [...waiting]
    waiting.clear()
    // A running seal may have read before this change was committed, so seal again.
    for (const companyId of companies) if (!(await sealEntries(database, companyId))) waiting.add(companyId)
  }

  const run = (work: () => Promise<void>): void => {
    isSealing = true
    sealing = work()
      // The job that runs every minute seals the rest.
      .catch((error: unknown) => log.error({ err: error }, 'entries could not be sealed'))
      .finally(() => {
        isSealing = false
        if (waiting.size > 0) schedule()
      })
  }

  const schedule = (): void => {
    if (timer || isSealing || stopped) return
    timer = setTimeout(() => {
      timer = undefined
      run(sealWaiting)
    }, delayMs).unref()
  }

  const listener = await listenForChanges(database.direct.primary, {
    onChange: (payload) => {
      const companyId = companyOf(payload)
      if (companyId === null) return
      waiting.add(companyId)
      schedule()
    },
    onLost: () => log.error('LISTEN connection of the sealer lost'),
    onReconnect: () => !isSealing && !stopped && run(() => sealLeftOvers(database)),
  })
  run(() => sealLeftOvers(database))
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await listener.close()
      await sealing
    },
  }
}

function companyOf(payload: string): string | null {
  const { companyId } = JSON.parse(payload) as { companyId?: unknown }
  return typeof companyId === 'string' ? companyId : null
}
