import { addDays, type DateOnly, showDate } from '@gya/domain/common/dates.ts'
import { lastSnoozeDay, snoozeUntilDay } from '@gya/domain/features/today/snooze.rules.ts'
import { useState } from 'react'
import { today as currentDay } from '../../lib/today.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import type { TodayItem } from './today-rows.ts'

type DayProps = {
  items: readonly TodayItem[]
  onSnooze: (items: readonly TodayItem[], until: string) => void
  onClose: () => void
}

/** Chooses a day until whose 07:00 items are snoozed. */
export function SnoozeDayDialog({ items, onSnooze, onClose }: DayProps) {
  const today = currentDay()
  const first = addDays(today, 1)
  const [now] = useState(() => new Date().toISOString())
  const last = items.map((item) => lastSnoozeDay(item, now)).toSorted()[0] ?? first
  const [day, setDay] = useState<DateOnly | null>(null)
  const isDay = day !== null && day >= first && day <= last
  const snooze = () => {
    if (!isDay) return
    onClose()
    onSnooze(items, snoozeUntilDay(day))
  }
  return (
    <Dialog
      open
      title={items.length === 1 ? `Snooze ${items[0]?.description}` : `Snooze ${items.length} rows`}
      onClose={onClose}
      onSubmit={snooze}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            disabledReason={isDay ? null : `Choose a day from ${showDate(first)} to ${showDate(last)}`}
          >
            Snooze
          </Button>
        </>
      }
    >
      <DateField
        label="Until"
        hint={`It comes back at 07:00 on that day, at the latest on ${showDate(last)}.`}
        value={day}
        min={first}
        max={last}
        onChange={setDay}
        data-autofocus
      />
    </Dialog>
  )
}
