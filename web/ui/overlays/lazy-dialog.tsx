import { type ComponentType, useEffect, useState } from 'react'
import { typedAhead } from '../../lib/keys/typed-ahead.ts'
import { Button } from '../button.tsx'
import { TopProgress } from '../feedback/loading.tsx'
import { Dialog } from './dialog.tsx'

type DialogProps = { open?: boolean; onClose: () => void }

const firstSigns = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Loaded after the first movement, touch or key, when the browser is idle: the code of all dialogs is as large as a page and would compete
 * with the first list on a slow connection. Safari has no requestIdleCallback; there it is loaded two seconds later.
 */
const whenUsed = (run: () => void): void => {
  const start = () => {
    for (const sign of firstSigns) removeEventListener(sign, start)
    if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 10_000 })
    else setTimeout(run, 2_000)
  }
  for (const sign of firstSigns) addEventListener(sign, start, { passive: true })
}

/**
 * A dialog whose code is loaded once the page is used, or when it is first opened. If loading fails, opening it again retries. What is typed
 * meanwhile becomes the input of its first field.
 */
export function lazyDialog<Props extends DialogProps>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  const fetchCode = async () => {
    loaded = await load()
    return loaded
  }
  whenUsed(() => void fetchCode().catch(() => undefined))
  return function LazyDialog(props) {
    const { open = true, onClose } = props
    const [Loaded, setLoaded] = useState(() => loaded)
    const [failed, setFailed] = useState(false)
    useEffect(() => {
      if (!open || Loaded) return
      setFailed(false)
      if (!typedAhead.isOpen()) typedAhead.begin()
      fetchCode().then(
        (component) => setLoaded(() => component),
        () => {
          typedAhead.end()
          setFailed(true)
        },
      )
    }, [open, Loaded])
    const isShown = open && Loaded !== null
    useEffect(() => {
      if (isShown) typedAhead.typeInto(document.activeElement)
    }, [isShown])
    useEffect(() => (open ? typedAhead.end : undefined), [open])
    if (Loaded) return <Loaded {...props} />
    if (!open) return null
    if (!failed) return <TopProgress active />
    return (
      <Dialog open onClose={onClose} title="This could not be loaded" footer={<Button onClick={onClose}>Close</Button>}>
        <p>Check your connection and try again. Nothing on the page is lost.</p>
      </Dialog>
    )
  }
}
