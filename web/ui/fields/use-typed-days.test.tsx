import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { DateField } from './date-field.tsx'
import { useTypedDays } from './use-typed-days.ts'

afterEach(cleanup)

const Fields = ({ mayBeEmpty }: { mayBeEmpty: boolean }) => {
  const [day, setDay] = useState<string | null>(null)
  const days = useTypedDays()
  return (
    <>
      <DateField
        label="Completion date"
        {...days.dateField('completionDate', { day, set: setDay, clear: mayBeEmpty ? () => setDay(null) : undefined })}
      />
      <output>{`${day} ${days.hasInvalidDate ? 'invalid' : 'valid'}`}</output>
      <button type="button" onClick={() => days.forgetTyped('completion')}>
        Discard
      </button>
    </>
  )
}

const field = () => screen.getByLabelText<HTMLInputElement>('Completion date')
const state = () => screen.getByRole('status').textContent

test('a day is typed character by character; text that is not a day stays, is marked, and is dropped with the edits', async () => {
  render(<Fields mayBeEmpty />)
  await userEvent.type(field(), '1/2/26')
  expect([field().value, state()]).toEqual(['1/2/26', '2026-02-01 valid'])
  await userEvent.clear(field())
  expect(state()).toBe('null valid')
  await userEvent.type(field(), 'x9')
  fireEvent.blur(field())
  expect(field().value).toBe('x9')
  expect(screen.getByText('Enter a day as DD/MM/YYYY.')).toBeTruthy()
  expect(state()).toMatch(/ invalid$/)
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.queryByText('Enter a day as DD/MM/YYYY.')).toBeNull()
  expect(state()).toMatch(/ valid$/)
})

test('a field that may not be empty is marked when emptied', async () => {
  render(<Fields mayBeEmpty={false} />)
  await userEvent.type(field(), '1/2/26')
  await userEvent.clear(field())
  expect([field().value, state()]).toEqual(['', '2026-02-01 invalid'])
  expect(screen.getByText('Enter a day as DD/MM/YYYY.')).toBeTruthy()
  await userEvent.type(field(), '2/2/26')
  expect(state()).toBe('2026-02-02 valid')
})
