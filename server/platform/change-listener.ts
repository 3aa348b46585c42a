import { type KeptConnection, keepConnection } from './kept-connection.ts'

const channel = 'gya_change'

export type ChangeListener = KeptConnection

type Hearing = {
  onChange: (payload: string) => void
  /** The connection was lost and is back: whatever was told in between was not heard. */
  onBack: () => void
  onLost: () => void
}

/**
 * Hears what transactions tell when they commit (`tell_of_change` in the database). Resolves once it listens. It has a
 * connection of its own: PostgreSQL tells a connection, and this one is kept for nothing else.
 */
export const listenForChanges = (url: string, { onChange, ...told }: Hearing): Promise<ChangeListener> =>
  keepConnection(url, {
    name: 'gya-live',
    begin: (client) => {
      client.on('notification', ({ payload }) => payload !== undefined && onChange(payload))
      return client.query(`listen ${channel}`)
    },
    ...told,
  })
