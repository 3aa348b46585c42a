import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { watchChanges } from '@gya/domain/features/live/live.contract.ts'
import { httpsClient } from '../../../deploy/nginx/https-client.ts'
import type { NginxServer } from '../../../deploy/nginx/own-nginx.ts'
import { addressOf } from '../../../server/testing/test-client.ts'
import type { Worker } from './office.ts'

/** Somebody whose screen is open: comes back when the stream of changes ends, as the browser does. */
export type ChangeWatcher = {
  /** How often the stream was opened. */
  opened(): number
  /** Whether something is told within so many milliseconds of what is done. */
  hears(done: () => Promise<unknown>, within: number): Promise<boolean>
  close(): Promise<void>
}

export function watchChangesAs(nginx: NginxServer, { token, localAddress }: Worker): ChangeWatcher {
  const client = httpsClient(nginx, localAddress)
  let opened = 0
  let isOver = false
  let open = Promise.withResolvers<void>()
  let told = Promise.withResolvers<void>()

  const look = async (): Promise<void> => {
    const stream = await client.open({ path: addressOf(watchChanges.path), headers: { authorization: `Bearer ${token}` } })
    if (stream.statusCode === 200) {
      opened += 1
      open.resolve()
      stream.on('data', (data: Buffer) => data.includes('data: ') && told.resolve())
    }
    stream.on('error', () => {})
    await once(stream, 'close')
    open = Promise.withResolvers()
  }
  const watching = (async () => {
    while (!isOver) {
      await look().catch(() => {})
      await setTimeout(50)
    }
  })()

  return {
    opened: () => opened,
    hears: async (done, within) => {
      const late = setTimeout(within, false)
      const heard = (async () => {
        await open.promise
        told = Promise.withResolvers()
        await done()
        await told.promise
        return true
      })()
      return Promise.race([heard, late])
    },
    close: async () => {
      isOver = true
      client.close()
      await watching
    },
  }
}
