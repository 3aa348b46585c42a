import { addDays, isDateOnly, londonDay, showDate, weekdayName } from '@gya/domain/common/dates.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { CheckField } from './check-field.tsx'
import { DateField } from './date-field.tsx'
import { type DateRange, DateRangeField } from './date-range-field.tsx'
import { MoneyField, PercentField } from './number-field.tsx'
import { PasswordField } from './password-field.tsx'
import { SegmentedField } from './segmented-field.tsx'
import { MultiSelectField, SelectField } from './select-field.tsx'
import { TextAreaField, TextField } from './text-field.tsx'
import { TimeField } from './time-field.tsx'

/** The month view and its library are loaded when the focus comes near; typing needs neither. */
vi.mock('./calendar.tsx', () => ({ default: () => null }))

afterEach(cleanup)

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

describe('Field', () => {
  test('links the control to its error', () => {
    render(<TextField label="E-mail" hint="Used to log in." error="Enter an e-mail address." />)
    const input = field('E-mail')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    const described = (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
    expect(described).toEqual(['Used to log in.', 'Enter an e-mail address.'])
  })

  test('describes the disabled reason', () => {
    render(<TextField label="Fee deduction" disabledReason="Platform admin only" />)
    expect(field('Fee deduction').disabled).toBe(true)
    expect(document.getElementById(field('Fee deduction').getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Platform admin only',
    )
  })
})

describe('MoneyField', () => {
  test('shows pounds, parses typed amounts, and returns a number', async () => {
    const change = vi.fn<(value: unknown) => void>()
    render(<MoneyField label="Deposit" defaultValue={57_000} onChange={change} />)
    expect(field('Deposit').value).toBe('£57,000')
    await userEvent.clear(field('Deposit'))
    await userEvent.type(field('Deposit'), '1,250.5')
    await userEvent.tab()
    expect(change).toHaveBeenLastCalledWith(1250.5)
    expect(field('Deposit').value).toBe('£1,250.50')
  })

  test('returns null when cleared', async () => {
    const change = vi.fn<(value: unknown) => void>()
    render(<MoneyField label="Deposit" defaultValue={57_000} onChange={change} />)
    await userEvent.clear(field('Deposit'))
    expect(change).toHaveBeenLastCalledWith(null)
  })

  test('keeps unreadable text, shows an error, and returns NaN', async () => {
    const change = vi.fn<(value: unknown) => void>()
    render(<MoneyField label="Deposit" onChange={change} />)
    await userEvent.type(field('Deposit'), 'a lot')
    await userEvent.tab()
    expect(field('Deposit').value).toBe('a lot')
    expect(screen.getByText(/Enter an amount in pounds/)).toBeTruthy()
    expect(change).toHaveBeenLastCalledWith(Number.NaN)
  })

  test('shows an error only after the click that moved the focus, so that the clicked button does not move', async () => {
    const user = userEvent.setup()
    render(
      <>
        <MoneyField label="Deposit" />
        <button type="button">Save</button>
      </>,
    )
    await user.type(field('Deposit'), 'a lot')
    await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button') })
    expect(document.activeElement).toBe(screen.getByRole('button'))
    expect(screen.queryByText(/Enter an amount in pounds/)).toBeNull()
    await user.pointer({ keys: '[/MouseLeft]' })
    expect(await screen.findByText(/Enter an amount in pounds/)).toBeTruthy()
  })

  test('says the step of text with too many decimals, also when the form has an error', async () => {
    render(<PercentField label="Fee deduction" error="Enter a percentage." />)
    await userEvent.type(field('Fee deduction'), '7.255')
    expect(screen.getByText('Enter a number with at most 2 decimals.')).toBeTruthy()
    expect(screen.queryByText('Enter a percentage.')).toBeNull()
  })

  test('shows a value set by the form instead of the typed text', async () => {
    const Form = () => {
      const [amount, setAmount] = useState<number | null>(1)
      return (
        <>
          <MoneyField label="Deposit" value={amount} onChange={setAmount} />
          <button type="button" onClick={() => setAmount(500)}>
            Reset
          </button>
        </>
      )
    }
    render(<Form />)
    await userEvent.type(field('Deposit'), 'nonsense')
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
    expect(field('Deposit').value).toBe('£500')
  })
})

describe('DateField', () => {
  test('shows DD/MM/YYYY, parses British dates, and returns YYYY-MM-DD', async () => {
    const change = vi.fn<(value: unknown) => void>()
    render(<DateField label="Offered on" defaultValue="2025-09-14" onChange={change} />)
    expect(field('Offered on').value).toBe('14/09/2025')
    await userEvent.clear(field('Offered on'))
    await userEvent.type(field('Offered on'), '5.11.25')
    await userEvent.tab()
    expect(change).toHaveBeenLastCalledWith('2025-11-05')
    expect(field('Offered on').value).toBe('05/11/2025')
  })

  test('keeps a date that does not exist and shows an error', async () => {
    const change = vi.fn<(value: unknown) => void>()
    render(<DateField label="Offered on" onChange={change} />)
    await userEvent.type(field('Offered on'), '31/02/2025')
    await userEvent.tab()
    expect(field('Offered on').value).toBe('31/02/2025')
    expect(screen.getByText('Enter a day as DD/MM/YYYY.')).toBeTruthy()
    expect(change).toHaveBeenLastCalledWith('31/02/2025')
  })

  test('reads a day without a year: the next one, up to today or of done days the last one; says what it takes', async () => {
    const change = vi.fn<(value: unknown) => void>()
    const today = londonDay(new Date().toISOString())
    const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)]
    const short = (day: string) => showDate(day).slice(0, 5)
    render(<DateField label="Survey date" onChange={change} />)
    render(<DateField label="Completed on" max={today} onChange={change} />)
    render(<DateField label="Listed" nearest="past" onChange={change} />)
    for (const [label, day] of [
      ['Survey date', tomorrow],
      ['Completed on', yesterday],
      ['Listed', yesterday],
    ] as const) {
      await userEvent.type(field(label), short(day))
      fireEvent.blur(field(label))
      expect([change.mock.lastCall, field(label).value]).toEqual([[day], showDate(day)])
      expect(field(label).getAttribute('inputmode')).not.toBe('numeric')
    }
    render(<DateField label="Next chase" onChange={change} unreadable="Enter a day as 27/11." />)
    await userEvent.type(field('Next chase'), '27/')
    await userEvent.tab()
    expect(screen.getByText('Enter a day as 27/11.')).toBeTruthy()
  })

  test('reads words: the next such day, up to today the last one; says what they became before Enter', async () => {
    const change = vi.fn<(value: unknown) => void>()
    const day = londonDay(new Date().toISOString())
    render(<DateField label="Due" onChange={change} />)
    render(<DateField label="Completed on" max={day} onChange={change} />)
    const name = weekdayName(day)
    await userEvent.type(field('Due'), name)
    // Without the year, if it is this one: the typed words need the room.
    expect(screen.getByText((text) => text.length >= 5 && showDate(addDays(day, 7)).startsWith(text))).toBeTruthy()
    expect(change).toHaveBeenLastCalledWith(addDays(day, 7))
    await userEvent.tab()
    expect(field('Due').value).toBe(showDate(addDays(day, 7)))
    await userEvent.type(field('Completed on'), name)
    expect(change).toHaveBeenLastCalledWith(day)
  })

  test('a range whose owner takes days only is typed character by character', async () => {
    const Range = () => {
      const [range, setRange] = useState<DateRange>({ from: null, until: null })
      const change = (next: DateRange) =>
        [next.from, next.until].every((day) => day === null || isDateOnly(day)) && setRange(next)
      return <DateRangeField label="Added" fromLabel="Added from" untilLabel="Added until" value={range} onChange={change} />
    }
    render(<Range />)
    await userEvent.type(field('Added from'), '1/2/26')
    fireEvent.blur(field('Added from'))
    expect(field('Added from').value).toBe('01/02/2026')
  })

  test('names the allowed range', () => {
    render(<DateField label="Launch date" value="2025-11-06" max="2025-11-05" />)
    expect(screen.getByText('Enter 05/11/2025 or an earlier day.')).toBeTruthy()
  })
})

const chains = [
  { value: null, label: 'Any' },
  { value: 0, label: 'No chain' },
  { value: 1, label: 'Completed' },
  { value: 2, label: 'Incomplete' },
]

describe('SelectField', () => {
  test('opens, moves and selects by keyboard', async () => {
    const change = vi.fn<(value: unknown) => void>()
    render(<SelectField label="Chain" options={chains} defaultValue={null} onChange={change} />)
    const control = screen.getByRole('combobox', { name: 'Chain' })
    expect(control.textContent).toBe('Any')
    control.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}')
    expect(change).toHaveBeenCalledExactlyOnceWith(1)
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(document.activeElement).toBe(control)
  })

  test('jumps to the option that starts with the typed letter', async () => {
    const change = vi.fn<(value: unknown) => void>()
    render(<SelectField label="Chain" options={chains} defaultValue={null} onChange={change} />)
    screen.getByRole('combobox', { name: 'Chain' }).focus()
    await userEvent.keyboard('{Enter}i{Enter}')
    expect(change).toHaveBeenCalledExactlyOnceWith(2)
  })

  test('a letter opens the closed list at its option', async () => {
    const change = vi.fn<(value: unknown) => void>()
    render(<SelectField label="Chain" options={chains} defaultValue={null} onChange={change} />)
    screen.getByRole('combobox', { name: 'Chain' }).focus()
    await userEvent.keyboard('c{Enter}')
    expect(change).toHaveBeenCalledExactlyOnceWith(1)
  })

  test('letters typed on the closed list search it', async () => {
    const change = vi.fn<(value: unknown) => void>()
    render(<SelectField label="Chain" options={chains} defaultValue={null} onChange={change} searchable />)
    screen.getByRole('combobox', { name: 'Chain' }).focus()
    await userEvent.keyboard('inc')
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Search Chain' }).value).toBe('inc')
    await userEvent.keyboard('{Enter}')
    expect(change).toHaveBeenCalledExactlyOnceWith(2)
  })

  test('Escape closes the list without selecting and without closing its surroundings', async () => {
    const change = vi.fn<(value: unknown) => void>()
    const around = vi.fn<(event: KeyboardEvent) => void>()
    render(<SelectField label="Chain" options={chains} defaultValue={null} onChange={change} />)
    document.body.addEventListener('keydown', around)
    await userEvent.click(screen.getByRole('combobox', { name: 'Chain' }))
    expect(screen.getAllByRole('option')).toHaveLength(4)
    await userEvent.keyboard('{ArrowDown}{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(change).not.toHaveBeenCalled()
    expect(around.mock.calls.map(([event]) => event.key)).not.toContain('Escape')
  })

  test('searches labels when there are many options', async () => {
    const many = Array.from({ length: 20 }, (_, n) => ({
      value: n,
      label: `Person ${n}`,
      note: n === 7 ? 'Tilehurst' : 'Reading',
    }))
    const change = vi.fn<(value: unknown) => void>()
    render(<SelectField label="Staff" options={many} onChange={change} />)
    await userEvent.click(screen.getByRole('combobox', { name: 'Staff' }))
    await userEvent.type(screen.getByRole('combobox', { name: 'Search Staff' }), 'tile{Enter}')
    expect(change).toHaveBeenCalledExactlyOnceWith(7)
  })
})

test('MultiSelectField returns values in the order of the options and stays open', async () => {
  const change = vi.fn<(value: unknown) => void>()
  render(
    <MultiSelectField
      label="Property"
      options={['active', 'sold', 'complete'].map((value) => ({ value, label: value }))}
      defaultValue={['sold']}
      onChange={change}
    />,
  )
  await userEvent.click(screen.getByRole('combobox', { name: 'Property' }))
  await userEvent.click(screen.getByRole('option', { name: 'active' }))
  expect(change).toHaveBeenLastCalledWith(['active', 'sold'])
  await userEvent.click(screen.getByRole('option', { name: 'sold' }))
  expect(change).toHaveBeenLastCalledWith(['active'])
})

test('SegmentedField is a radio group with its error as description', async () => {
  const change = vi.fn<(value: unknown) => void>()
  const options = [
    { value: 'A', label: 'Accepted' },
    { value: 'R', label: 'Rejected', disabledReason: 'Perform a fall-off.' },
  ]
  render(<SegmentedField label="Status" options={options} defaultValue="R" onChange={change} />)
  expect(screen.getByRole('radiogroup', { name: 'Status' })).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Rejected' }).disabled).toBe(true)
  await userEvent.click(screen.getByRole('radio', { name: 'Accepted' }))
  expect(change).toHaveBeenCalledExactlyOnceWith('A')
})

test('CheckField returns true and false', async () => {
  const change = vi.fn<(value: unknown) => void>()
  render(<CheckField label="Renting" onChange={change} />)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Renting' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Renting' }))
  expect(change.mock.calls).toEqual([[true], [false]])
})

test('TextAreaField counts beyond the limit and cuts nothing off', () => {
  render(<TextAreaField label="Display text" limit={5} value="abcdefg" />)
  expect(screen.getByText(/7 of 5/).textContent).toContain('too many')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Display text/ }).value).toBe('abcdefg')
})

describe('PasswordField with a rule', () => {
  const rule = (password: string) => (password.length < 12 ? ['Use at least 12 characters.'] : [])
  const hint = () => document.querySelector('.fld')?.className

  test('is neutral while empty, then red or green', async () => {
    render(<PasswordField label="New password" rule={rule} />)
    expect(hint()).toBe('fld')
    await userEvent.type(screen.getByLabelText('New password'), 'short')
    expect(hint()).toContain('rule-unmet')
    expect(screen.getByText(/Not met yet: Use at least 12 characters./)).toBeTruthy()
    await userEvent.type(screen.getByLabelText('New password'), '-and-longer')
    expect(hint()).toContain('rule-met')
  })

  test('reveals and hides the password', async () => {
    render(<PasswordField label="Password" defaultValue="secret" />)
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('text')
  })
})

describe('TimeField', () => {
  const time = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Time' })

  test('shows 24 hours in every browser: it is no <input type="time">', async () => {
    const change = vi.fn<(value: string | null) => void>()
    render(<TimeField label="Time" step={5} defaultValue="14:30" onChange={change} />)
    expect([time().type, time().value]).toEqual(['text', '14:30'])
    await userEvent.clear(time())
    await userEvent.type(time(), '2.05pm')
    await userEvent.tab()
    expect(change).toHaveBeenLastCalledWith('14:05')
    expect(time().value).toBe('14:05')
  })

  test('keeps unreadable text, shows an error and returns the text', async () => {
    const change = vi.fn<(value: string | null) => void>()
    render(<TimeField label="Time" onChange={change} />)
    await userEvent.type(time(), 'noon')
    await userEvent.tab()
    expect(change).toHaveBeenLastCalledWith('noon')
    expect(time().value).toBe('noon')
    expect(screen.getByText('Enter a time such as 14:30.')).toBeTruthy()
  })

  test('lists steps of 5 minutes and opens at the current time of the field', async () => {
    const change = vi.fn<(value: string | null) => void>()
    render(<TimeField label="Time" step={5} defaultValue="14:32" onChange={change} />)
    await userEvent.click(time())
    await userEvent.keyboard('{ArrowDown}')
    expect(screen.getAllByRole('option', { hidden: true })).toHaveLength(288)
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(change).toHaveBeenLastCalledWith('14:35')
    expect(screen.queryByRole('listbox', { hidden: true })).toBeNull()
  })

  test('returns null when cleared', async () => {
    const change = vi.fn<(value: string | null) => void>()
    render(<TimeField label="Time" defaultValue="09:00" onChange={change} />)
    await userEvent.clear(time())
    expect(change).toHaveBeenLastCalledWith(null)
  })
})

test('TextAreaField that grows gets its height from a hidden copy of its text', async () => {
  render(<TextAreaField label="Description" rows={1} grows />)
  await userEvent.type(field('Description'), 'One line{Enter}and another')
  expect(field('Description').parentElement?.dataset.text).toBe('One line\nand another')
})
