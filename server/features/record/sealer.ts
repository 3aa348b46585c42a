import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/pool.ts'
import type { Clock } from '../../infra/clock.ts'
import { runInContext } from '../../infra/telemetry/request-context.ts'
import { listenForChanges } from '../live/change-listener.ts'
import { sealEntries, sealLeftOvers } from './seal-entries.ts'

/** Debounce time in milliseconds: further changes in this time are sealed together. */
const delayMs = 200

type SealerOptions = { database: Database; clock: Clock; log: Pick<FastifyBaseLogger, 'info' | 'error'> }

export type Sealer = { stop(): Promise<void> }

/**
 * Seals the entries of a company soon after each change, whichever process made the change.
 */
export async function startSealer({ database, clock, log }: SealerOptions): Promise<Sealer> {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let sealing: Promise<void> = Promise.resolve()
  let isSealing = false
  let stopped = false

  const sealWaiting = async (): Promise<void> => {
    const companies = [...waiting]
    waiting.clear()
    // A running seal may have read before this change was committed, so seal again.
    for (const companyId of companies)
      await sealEntries(database, companyId).then(
        (isSealed) => isSealed || waiting.add(companyId),
        // The job that runs every minute seals it.
        (error: unknown) => log.error({ err: error }, 'entries could not be sealed'),
      )
  }
  const sealLeft = () =>
    runInContext({ job: 'seal-left-overs', span: null, log: (line) => log.error(line) }, () => sealLeftOvers({ database, clock }))

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
    onReconnect: () => !isSealing && !stopped && run(sealLeft),
  })
  run(sealLeft)
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
