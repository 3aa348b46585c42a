import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../icon.tsx'

/** "Async status values used by every save or delete: Pending, Success, Error, Reset." */
export type SaveStatus = 'reset' | 'pending' | 'success' | 'error'

type Props = {
  status: SaveStatus
  title?: ReactNode
  text?: ReactNode
  /** Called after two seconds, to set the status back to `reset`. */
  onDone?: (() => void) | undefined
  /** Set while the save waits for the connection: cancels it. */
  onStopWaiting?: (() => void) | undefined
}

/** "Success and failure overlays auto-dismiss after 2 seconds" ([administration §4](docs/design/administration.md#4)). */
const overlayMilliseconds = 2000

/**
 * Result of a save, above everything including dialogs, for two seconds. Failures that must stay readable also need a Notice
 * in the form.
 */
export const SaveOverlay = ({ status, title, text, onDone, onStopWaiting }: Props) => {
  const [shown, setShown] = useState<SaveStatus>('reset')
  const layer = useRef<HTMLDivElement>(null)
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })
  useEffect(() => {
    setShown(status)
    if (status !== 'success' && status !== 'error') return
    const timer = setTimeout(() => {
      setShown('reset')
      done.current?.()
    }, overlayMilliseconds)
    return () => clearTimeout(timer)
  }, [status])
  const isWaiting = shown === 'pending' && onStopWaiting !== undefined
  useEffect(() => {
    const visible = shown === 'success' || shown === 'error' || isWaiting
    if (visible) layer.current?.showPopover?.()
    else if (layer.current?.matches(':popover-open')) layer.current.hidePopover()
  }, [shown, isWaiting])

  const words = (fallback: string) => (
    <div>
      <b>{title ?? fallback}</b>
      {text && <span>{text}</span>}
    </div>
  )
  return (
    <>
      <span className="vh" role="status">
        {shown === 'pending' && 'Please wait...'}
      </span>
      <div ref={layer} className="overlays" popover="manual">
        <div role="status">
          {isWaiting && (
            <div className="overlay">
              <Icon of={IconAlertCircle} size={18} />
              <div>
                <b>Waiting for the connection</b>
                <span>What you typed is kept, and is sent once you are online again.</span>
              </div>
              <button type="button" className="btn s" onClick={onStopWaiting}>
                Do not send
              </button>
            </div>
          )}
          {shown === 'success' && (
            <div className="overlay good">
              <Icon of={IconCircleCheck} size={18} />
              {words('Success.')}
            </div>
          )}
        </div>
        <div role="alert">
          {shown === 'error' && (
            <div className="overlay bad">
              <Icon of={IconAlertCircle} size={18} />
              {words('Error.')}
            </div>
          )}
        </div>
      </div>
    </>
  )
}
