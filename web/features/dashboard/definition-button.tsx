import { definitionOf, type Metric } from '@gya/domain/features/dashboard/metrics.ts'
import { IconInfoCircle } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { useFloating } from '../../ui/floating.ts'

/** "Every tile has its definition one click away." What the metrics of a tile count; Escape or a press elsewhere closes. */
export function DefinitionButton({ of, metrics }: { of: string; metrics: readonly Metric[] }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const close = (giveFocusBack: boolean) => {
    setOpen(false)
    if (giveFocusBack) anchor.current?.focus()
  }
  const { anchor, float } = useFloating<HTMLButtonElement, HTMLDivElement>({ open, onClose: close, align: 'end' })
  return (
    <>
      <IconButton
        ref={anchor}
        className="define"
        variant="quiet"
        size="s"
        icon={IconInfoCircle}
        label={`Definition of ${of}`}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div
          ref={float}
          id={id}
          className="pop definitions"
          popover="manual"
          role="region"
          aria-label={`Definition of ${of}`}
          tabIndex={0}
        >
          <dl>
            {metrics.map((metric) => (
              <div key={metric}>
                <dt>{definitionOf(metric).label}</dt>
                <dd>{definitionOf(metric).definition}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </>
  )
}
