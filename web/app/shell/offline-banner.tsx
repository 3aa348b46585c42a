import { IconWifiOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { offline } from '../../lib/api/send-when-online.ts'
import { Icon } from '../../ui/icon.tsx'

const savesThatWait = (saves: number): string =>
  saves === 1
    ? 'A save waits for the connection and is sent once it is back.'
    : `${saves} saves wait for the connection and are sent once it is back.`

/** Shown above every page while the browser is offline. */
export function OfflineBanner() {
  const saves = useSyncExternalStore(offline.subscribe, offline.get)
  return (
    <div role="status" className={saves === null ? 'vh' : 'state-bar'}>
      {saves !== null && (
        <>
          <Icon of={IconWifiOff} size={16} />
          <span>
            <b>You are offline.</b>{' '}
            {saves === 0 ? 'What you see may be out of date; what you type stays here.' : savesThatWait(saves)}
          </span>
        </>
      )}
    </div>
  )
}
