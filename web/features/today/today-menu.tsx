import { type DateOnly, londonDay, showDate, showTime, weekdayName } from '@gya/domain/common/dates.ts'
import { errors } from '@gya/domain/error-catalogue.ts'
import { type ConversationOutcome, outcomeLabels } from '@gya/domain/features/conversations/conversations.model.ts'
import { type SnoozeChoice, snoozesInOrder, whyNotSnooze } from '@gya/domain/features/today/snooze.rules.ts'
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

/** Menu of `S`: until when. If a silence would be snoozed for too long, shows why not. */
function SnoozeMenu({ items, onSnooze, onChooseDay, ...menu }: SnoozeProps) {
  const [now] = useState(() => new Date().toISOString())
  const today = londonDay(now)
  const choose = (until: string) => {
    const refused = items.map(({ kind }) => whyNotSnooze(kind, until, now)).find((code) => code !== null)
    if (refused) undoStack.refuse(errors[refused][1])
    else onSnooze(items, until)
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
          onSelect: () => choose(until),
        })),
        { label: 'A day…', onSelect: onChooseDay },
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
