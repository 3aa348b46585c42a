import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { useIsPhone } from '../layout/use-is-phone.ts'
import { Dialog } from '../overlays/dialog.tsx'
import { Tag } from '../tag.tsx'

type Props = {
  /** A SearchField with `className="grow"`. */
  search?: ReactNode
  /** Number of active filters apart from the search: shown on a phone, where the filters are in a dialog. */
  active?: number
  /** Switches at the right end. */
  toggles?: ReactNode
  togglesLabel?: string
  /** Fields, each with a width. */
  children?: ReactNode
  /** The fields become narrower before they wrap. */
  shrinks?: boolean
}

/** Filters of a list: one row; on a phone the search and a button that opens the others. */
export const FilterBar = ({ search, active = 0, toggles, togglesLabel = 'Sections', children, shrinks }: Props) => {
  const phone = useIsPhone()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const switches = toggles && (
    <div className="toggles" role="group" aria-label={togglesLabel}>
      {toggles}
    </div>
  )
  if (!phone) {
    return (
      <search className={classNames('filters', shrinks && 'shrinks')}>
        {search}
        {children}
        {switches}
      </search>
    )
  }
  return (
    <search className="pfilter">
      {search}
      {(children || toggles) && (
        <Button icon={IconAdjustmentsHorizontal} onClick={() => setOpen(true)} aria-haspopup="dialog">
          Filters {active > 0 && <Tag tone="accent">{active}</Tag>}
        </Button>
      )}
      <Dialog
        open={open}
        onClose={close}
        title="Filters"
        footer={
          <Button variant="primary" onClick={close} data-autofocus>
            Show results
          </Button>
        }
      >
        {children}
        {switches}
      </Dialog>
    </search>
  )
}
