import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { StepStateControl } from './step-state-control.tsx'

afterEach(cleanup)

describe('StepStateControl', () => {
  test('four radio buttons; not started checks none', async () => {
    const change = vi.fn<(state: string) => void>()
    render(<StepStateControl step="Searches back" value="NS" onChange={change} />)
    expect(screen.getAllByRole<HTMLInputElement>('radio').filter((radio) => radio.checked)).toHaveLength(0)
    await userEvent.click(screen.getByRole('radio', { name: 'Complete' }))
    expect(change).toHaveBeenCalledExactlyOnceWith('C')
  })

  test('pressing the checked one resets to not started', async () => {
    const change = vi.fn<(state: string) => void>()
    render(<StepStateControl step="Searches back" value="IP" onChange={change} />)
    await userEvent.click(screen.getByRole('radio', { name: 'In progress' }))
    expect(change).toHaveBeenCalledExactlyOnceWith('NS')
  })
})

describe('StepStateControl keys', () => {
  const pressed = async (keys: string, value: 'NS' | 'IP' | 'C' = 'NS', more: object = {}) => {
    const change = vi.fn<(state: string) => void>()
    const { unmount } = render(<StepStateControl step="Searches back" value={value} onChange={change} {...more} />)
    screen.getByRole('radio', { name: /In progress/ }).focus()
    await userEvent.keyboard(keys)
    unmount()
    return change.mock.calls.map(([state]) => state)
  }

  test.each([
    ['c', 'C'],
    ['I', 'IP'],
    ['b', 'B'],
    ['n', 'NA'],
    ['{Enter}', 'IP'],
  ])('%s sets %s', async (key, state) => {
    expect(await pressed(key)).toEqual([state])
  })

  test.each(['u', '{Delete}'])('%s sets not started', async (key) => {
    expect(await pressed(key, 'C')).toEqual(['NS'])
  })

  test('the current state, a disabled state and browser shortcuts do nothing', async () => {
    expect(await pressed('ic', 'IP', { disabledReasons: { C: 'Not yet' } })).toEqual([])
    expect(await pressed('{Control>}c{/Control}')).toEqual([])
  })

  test('Shift+C completes all steps up to this one', async () => {
    const upTo = vi.fn<() => void>()
    expect(await pressed('{Shift>}C{/Shift}', 'NS', { onCompleteUpTo: upTo })).toEqual([])
    expect(upTo).toHaveBeenCalledOnce()
  })

  test('Enter does not submit the form', async () => {
    const submit = vi.fn<(event: React.FormEvent) => void>((event) => event.preventDefault())
    render(
      <form onSubmit={submit}>
        <StepStateControl step="Searches back" value="IP" onChange={() => undefined} />
        <button type="submit">Save</button>
      </form>,
    )
    screen.getByRole('radio', { name: /In progress/ }).focus()
    await userEvent.keyboard('{Enter}')
    expect(submit).not.toHaveBeenCalled()
  })

  test('each state has a label', () => {
    render(<StepStateControl step="Searches back" value="NS" onChange={() => undefined} />)
    for (const word of ['In progress', 'Complete', 'Delayed', 'N/A']) expect(screen.getByText(word)).toBeTruthy()
  })
})
