import type { PropertyParams } from '@gya/domain/common/scope-params.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useFloating } from '../../ui/overlays/use-floating.ts'
import { CallStrip } from './call-strip.tsx'
import type { WireProperty } from './property-page.tsx'

/** The parties of the call strip, below a button: role, firm, number, Log and e-mail. */
export function PartiesMenu({ property, params }: { property: WireProperty; params: PropertyParams }) {
  const [open, setOpen] = useState(false)
  const close = (giveFocusBack: boolean) => {
    setOpen(false)
    if (giveFocusBack) anchor.current?.focus()
  }
  const { anchor, float } = useFloating<HTMLButtonElement, HTMLDivElement>({ open, onClose: close, align: 'end' })
  useEffect(() => {
    if (open) float.current?.querySelector<HTMLElement>('a, button')?.focus()
  }, [open, float])
  return (
    <>
      <Button
        ref={anchor}
        size="s"
        icon={IconChevronDown}
        aria-label="Ring, log or e-mail a party"
        tip="Parties"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div ref={float} className="pop parties" popover="manual" role="dialog" aria-label="Parties">
          <CallStrip property={property} params={params} onDone={() => close(true)} />
        </div>
      )}
    </>
  )
}
