import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import Calendar from './calendar.tsx'

const onPick = vi.fn<(date: string) => void>()
beforeEach(() => onPick.mockClear())
afterEach(cleanup)

const focused = () => document.activeElement?.getAttribute('aria-label')

test('Calendar opens at the value with weeks from Monday, and the arrow keys, Page Up and Page Down move by day, week and month', async () => {
  render(<Calendar value="2026-03-30" onPick={onPick} />)
  expect(screen.getAllByRole('columnheader', { hidden: true }).map((day) => day.textContent)).toEqual([
    'Mo',
    'Tu',
    'We',
    'Th',
    'Fr',
    'Sa',
    'Su',
  ])
  expect(focused()).toBe('Monday, 30 March 2026, selected')
  expect(screen.getByRole('gridcell', { selected: true }).textContent).toBe('30')
  // Over the clock change of 29 March and the end of the month.
  await userEvent.keyboard('{ArrowLeft}{ArrowUp}')
  expect(focused()).toBe('Sunday, 22 March 2026')
  await userEvent.keyboard('{PageDown}{ArrowDown}{ArrowDown}')
  expect(focused()).toBe('Wednesday, 6 May 2026')
  await userEvent.keyboard('{PageUp}{Home}{Enter}')
  expect(onPick.mock.calls).toEqual([['2026-04-06']])
})

test('Calendar opens at today, and picks the selected day again', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-05T12:00:00Z') })
  const { unmount } = render(<Calendar value={null} onPick={onPick} />)
  vi.useRealTimers()
  expect(focused()).toBe('Today, Thursday, 5 November 2026')
  unmount()
  render(<Calendar value="2024-02-29" onPick={onPick} />)
  await userEvent.keyboard('{Enter}')
  expect(onPick.mock.calls).toEqual([['2024-02-29']])
})

test('Calendar offers only the days from min to max', async () => {
  render(<Calendar value="2026-06-15" min="2026-06-10" max="2026-07-02" onPick={onPick} />)
  const enabled = screen
    .getAllByRole('button')
    .filter((button) => button.className === 'cal-day' && !button.hasAttribute('disabled'))
  expect(enabled).toHaveLength(23)
  expect(screen.getByRole('button', { name: 'Previous month' }).getAttribute('aria-disabled')).toBe('true')
  await userEvent.keyboard('{ArrowLeft>7/}')
  expect(focused()).toBe('Wednesday, 10 June 2026')
  await userEvent.click(screen.getByRole('button', { name: 'Tuesday, 9 June 2026' }))
  expect(onPick).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Next month' }))
  await userEvent.click(screen.getByRole('button', { name: 'Thursday, 2 July 2026' }))
  expect(onPick.mock.calls).toEqual([['2026-07-02']])
})

test('Calendar shows the month and year that are chosen, within 20 years', async () => {
  render(<Calendar value="2026-06-15" onPick={onPick} />)
  const years = [...screen.getByRole('combobox', { name: 'Year' }).querySelectorAll('option')].map((option) => option.textContent)
  expect([years[0], years.at(-1)]).toEqual(['2006', '2046'])
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Month' }), 'February')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Year' }), '2028')
  expect(screen.getByRole('grid').getAttribute('aria-label')).toBe('February 2028')
  await userEvent.click(screen.getByRole('button', { name: 'Tuesday, 29 February 2028' }))
  expect(onPick.mock.calls).toEqual([['2028-02-29']])
})
