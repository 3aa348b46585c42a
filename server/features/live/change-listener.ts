import { openPersistentConnection, type PersistentConnection } from '../../db/persistent-connection.ts'
import type { Primary } from '../../db/primary.ts'
import { changeChannel } from './notify-open-clients.ts'

export type ChangeListener = PersistentConnection

type ChangeHandlers = {
  onChange: (payload: string) => void
  /** Called after a reconnect: notifications in between were missed. */
  onReconnect: () => void
  onLost: () => void
}

/**
 * Listens on a dedicated connection for the notifications that transactions send on commit (trigger function `tell_of_change`,
 * `notifyOpenClients`). Resolves when it is listening.
 */
export const listenForChanges = (primary: Primary, { onChange, ...handlers }: ChangeHandlers): Promise<ChangeListener> =>
  openPersistentConnection(primary, {
    name: 'gya-live',
    onConnect: (client) => {
      client.on('notification', ({ payload }) => payload !== undefined && onChange(payload))
      return client.query(`listen ${changeChannel}`)
    },
    ...handlers,
  })
