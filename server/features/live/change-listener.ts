import { openPersistentConnection, type PersistentConnection } from '../../db/persistent-connection.ts'

const channel = 'gya_change'

export type ChangeListener = PersistentConnection

type ChangeHandlers = {
  onChange: (payload: string) => void
  /** The connection was lost and is back: whatever was told in between was not heard. */
  onReconnect: () => void
  onLost: () => void
}

/**
 * Hears what transactions tell when they commit (`tell_of_change` in the database). Resolves once it listens. It has a
 * connection of its own: PostgreSQL tells a connection, and this one is kept for nothing else.
 */
export const listenForChanges = (url: string, { onChange, ...told }: ChangeHandlers): Promise<ChangeListener> =>
  openPersistentConnection(url, {
    name: 'gya-live',
    onConnect: (client) => {
      client.on('notification', ({ payload }) => payload !== undefined && onChange(payload))
      return client.query(`listen ${channel}`)
    },
    ...told,
  })
