import { type DateOnly, londonDay, showDate, showTime, weekdayName } from '@gya/domain/common/dates.ts'
import { errors } from '@gya/domain/error-catalogue.ts'
import { type ConversationOutcome, outcomeLabels } from '@gya/domain/features/conversations/conversations.model.ts'
import {
  lastSnoozeDay,
  type SnoozeChoice,
  snoozeChoices,
  snoozesInOrder,
  snoozeUntil,
  whyNotSnooze,
} from '@gya/domain/features/today/snooze.rules.ts'
import { IconCalendarCheck, IconMail, IconMessageCircle, IconMicrophone, IconPhoneOff } from '@tabler/icons-react'
import { useState } from 'react'
import { undoStack } from '../../lib/undo/undo-stack.ts'
import { lazyDialog } from '../../ui/overlays/lazy-dialog.tsx'
import { KeyMenu } from './key-menu.tsx'
import { outcomeKeys } from './today-keys.ts'
import type { TodayItem } from './today-rows.ts'
import type { OpenMenu, TodayCommands } from './use-today-commands.ts'

const SnoozeDayDialog = lazyDialog(async () => (await import('./snooze-day-dialog.tsx')).SnoozeDayDialog)

const outcomeIcons = {
  spoke: IconMessageCircle,
  leftMessage: IconMicrophone,
  noAnswer: IconPhoneOff,
  promised: IconCalendarCheck,
  emailed: IconMail,
}

const snoozeLabels: Record<SnoozeChoice, string> = {
  'later-today': 'Later today',
  tomorrow: 'Tomorrow',
  'three-days': 'In 3 days',
  'next-monday': 'Next Monday',
}

/** "17:32" today, "Mon 10/11" later, with the time unless it is 07:00. */
const momentWords = (until: string, today: DateOnly): string => {
  const day = londonDay(until)
  const time = showTime(until)
  if (day === today) return time
  return `${weekdayName(day).slice(0, 3)} ${showDate(day).slice(0, 5)}${time === '07:00' ? '' : ` ${time}`}`
}

type MenuProps = { anchor: HTMLElement; items: readonly TodayItem[]; digits: boolean; onClose: (giveFocusBack: boolean) => void }

/** Menu of `L`: the outcome. */
const LogMenu = ({ onLog, ...menu }: MenuProps & { onLog: (outcome: ConversationOutcome) => void }) => (
  <KeyMenu
    {...menu}
    label="How did it go?"
    items={outcomeKeys.map((outcome) => ({
      label: outcomeLabels[outcome],
      icon: outcomeIcons[outcome],
      onSelect: () => onLog(outcome),
    }))}
  />
)

type SnoozeProps = MenuProps & { onSnooze: (items: readonly TodayItem[], until: string) => void; onChooseDay: () => void }

/** Menu of `S`: until when. Says why a silence or what has its own day is not put off for so long. */
function SnoozeMenu({ items, onSnooze, onChooseDay, ...menu }: SnoozeProps) {
  const [now] = useState(() => new Date().toISOString())
  const today = londonDay(now)
  /** If all of them may be put off until then. */
  const choose = (until: string, onAllowed: () => void) => {
    for (const item of items) {
      const why = whyNotSnooze(item, until, now)
      if (!why) continue
      const what = [item.address?.line1, item.description].filter(Boolean).join(', ')
      return undoStack.refuse(`${what}: ${errors[why][1]} (${showDate(lastSnoozeDay(item, now))})`)
    }
    onAllowed()
  }
  return (
    <KeyMenu
      {...menu}
      label={items.length === 1 ? 'Snooze until' : `Snooze ${items.length} until`}
      items={[
        ...snoozesInOrder(now).map(({ choice, digit, until }) => ({
          label: snoozeLabels[choice],
          hint: momentWords(until, today),
          digit,
          onSelect: () => choose(until, () => onSnooze(items, until)),
        })),
        { label: 'A day…', digit: snoozeChoices.length + 1, onSelect: () => choose(snoozeUntil('tomorrow', now), onChooseDay) },
      ]}
    />
  )
}

type MenusProps = {
  menu: OpenMenu | null
  commands: Pick<TodayCommands, 'closeMenu' | 'chooseDay'>
  digits: boolean
  onSnooze: SnoozeProps['onSnooze']
  onLog: (outcome: ConversationOutcome, items: readonly TodayItem[]) => void
  /** Called after the day dialog closed, which loses the focus. */
  onDayClosed: () => void
}

/** The menu or dialog over the list. */
export function TodayMenus({ menu, commands: { closeMenu, chooseDay }, digits, onSnooze, onLog, onDayClosed }: MenusProps) {
  if (!menu) return null
  const { kind, ...over } = menu
  if (kind === 'log')
    return <LogMenu {...over} digits={digits} onLog={(outcome) => onLog(outcome, menu.items)} onClose={closeMenu} />
  if (kind === 'snooze')
    return <SnoozeMenu {...over} digits={digits} onSnooze={onSnooze} onChooseDay={() => chooseDay(menu)} onClose={closeMenu} />
  return (
    <SnoozeDayDialog
      items={menu.items}
      onSnooze={onSnooze}
      onClose={() => {
        closeMenu(false)
        onDayClosed()
      }}
    />
  )
}
