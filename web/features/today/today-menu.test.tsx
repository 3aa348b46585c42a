import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { TodayMenus } from './today-menu.tsx'
import type { TodayItem } from './today-rows.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test.each([
  ['at noon', '2026-11-30T12:00:00Z', ['1', '2', '3', '4', '5']],
  ['after nine in the evening, without later today', '2026-11-30T21:21:00Z', ['2', '3', '4', '5']],
])('Snooze: each choice keeps its digit, %s', (_when, now, digits) => {
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })
  const item = { subjectId: 'sale-1', key: 'step:12', kind: 'step', description: 'Searches back' } as unknown as TodayItem
  const anchor = document.body.appendChild(document.createElement('div'))
  const nothing = () => undefined
  render(
    <TodayMenus
      menu={{ kind: 'snooze', items: [item], anchor }}
      commands={{ closeMenu: nothing, chooseDay: nothing }}
      digits
      onSnooze={nothing}
      onLog={nothing}
      onDayClosed={nothing}
    />,
  )
  const shown = screen.getAllByRole('menuitem', { hidden: true }).map((one) => one.querySelector('.kbd')?.textContent)
  expect(shown).toEqual(digits)
})
