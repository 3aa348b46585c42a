import { maxFrozen, minFrozen } from '@gya/domain/features/views/views.model.ts'
import { IconColumns3, IconPin } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { MenuOn } from '../../../ui/overlays/menu.tsx'
import { ColumnChooser } from './column-chooser.tsx'
import type { ViewBarProps } from './view-bar.tsx'
import { isColumnsKey } from './view-keys.ts'

const widerThanHalf = 'Wider than half of the table'

/** "Freeze 2–4 columns, no wider than half the frame (else it says so)." */
export const FreezeMenu = ({ frozen, onFrozen, fitting }: ViewBarProps) => {
  const counts = Array.from({ length: maxFrozen - minFrozen + 1 }, (_, index) => minFrozen + index)
  const isCut = frozen > fitting
  return (
    <MenuOn
      label="Frozen columns"
      align="end"
      items={counts.map((count) => ({
        label: `${count} columns`,
        checked: count === frozen,
        disabledReason: count > fitting ? widerThanHalf : null,
        onSelect: () => onFrozen(count),
      }))}
      trigger={(attributes) => (
        <Button
          {...attributes}
          size="s"
          variant="quiet"
          icon={IconPin}
          tip={
            isCut
              ? `${frozen} frozen columns would take more than half of the table: ${fitting} are`
              : 'Columns that stay in sight'
          }
        >
          {isCut ? `${fitting} of ${frozen} frozen` : `${frozen} frozen`}
        </Button>
      )}
    />
  )
}

export const ColumnsButton = ({ saved, columns, onColumns }: ViewBarProps) => {
  const [isOpen, setOpen] = useState(false)
  const before = useRef<Element | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const open = () => {
    before.current = document.activeElement
    setOpen(true)
  }
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener(
      'keydown',
      (event) => {
        if (!isColumnsKey(event) || document.querySelector('dialog[open]')) return
        event.preventDefault()
        open()
      },
      { signal: listening.signal },
    )
    return () => listening.abort()
  }, [])
  const close = (giveFocusBack: boolean) => {
    setOpen(false)
    if (!giveFocusBack) return
    const to = before.current
    if (to instanceof HTMLElement && to.isConnected && to !== document.body) to.focus()
    else button.current?.focus()
  }
  return (
    <>
      <Button
        ref={button}
        size="s"
        variant="quiet"
        icon={IconColumns3}
        tip="Choose columns (Alt C)"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close(true) : open())}
      >
        Columns {columns.length}
      </Button>
      {isOpen && button.current && (
        <ColumnChooser list={saved.list} columns={columns} onChange={onColumns} beside={button.current} onClose={close} />
      )}
    </>
  )
}
