import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { ConfirmByTypingDialog } from './confirm-by-typing-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { isConfirmed } from './is-confirmed.ts'
import { SaveOverlay } from './save-overlay.tsx'
import { StepStateControl } from './step-state-control.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('A button that cannot be used now', () => {
  test('can be reached, says why, and does nothing', async () => {
    const press = vi.fn<() => void>()
    render(
      <Button disabledReason="Nothing has changed" onClick={press}>
        Save
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Save' })
    await userEvent.tab()
    expect(document.activeElement).toBe(button)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Nothing has changed')
    await userEvent.click(button)
    expect(press).not.toHaveBeenCalled()
  })

  test('does not submit its form, not even by Enter', async () => {
    const submit = vi.fn<(event: React.FormEvent) => void>((event) => event.preventDefault())
    render(
      <form onSubmit={submit}>
        <input aria-label="Name" />
        <Button type="submit" pending>
          Save
        </Button>
      </form>,
    )
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'x{Enter}')
    expect(submit).not.toHaveBeenCalled()
  })
})

describe('Success and failure overlays dismiss themselves after 2 seconds', () => {
  test.each([
    ['success', 'status', 'Timeline saved'],
    ['error', 'alert', 'Error saving'],
  ] as const)('%s', (status, role, title) => {
    vi.useFakeTimers()
    const done = vi.fn<() => void>()
    render(<SaveOverlay status={status} title={title} onDone={done} />)
    expect(screen.getAllByRole(role).some((region) => region.textContent?.includes(title))).toBe(true)
    act(() => void vi.advanceTimersByTime(1999))
    expect(screen.queryByText(title)).toBeTruthy()
    act(() => void vi.advanceTimersByTime(1))
    expect(screen.queryByText(title)).toBeNull()
    expect(done).toHaveBeenCalledOnce()
  })
})

test('Deleting a company requires typing its name exactly, capitals included', async () => {
  const confirm = vi.fn<() => void>()
  render(
    <ConfirmByTypingDialog
      open
      exact
      title="Delete company"
      text="Larkmead"
      what="the company name"
      confirmLabel="Delete company"
      onConfirm={confirm}
      onCancel={() => undefined}
    />,
  )
  const input = document.querySelector('input') as HTMLInputElement
  await userEvent.type(input, 'larkmead{Enter}')
  expect(confirm).not.toHaveBeenCalled()
  await userEvent.clear(input)
  await userEvent.type(input, 'Larkmead{Enter}')
  expect(confirm).toHaveBeenCalledOnce()
})

test.each(['larkmead', ' LARKMEAD  ', 'Larkmead'])('Any other typed confirmation takes “%s” for Larkmead', (typed) => {
  expect(isConfirmed(typed, 'Larkmead ')).toBe(true)
  expect(isConfirmed(`${typed}s`, 'Larkmead')).toBe(false)
})

describe('The state of a step', () => {
  test('is one of four, or none of them when it has not started', async () => {
    const change = vi.fn<(state: string) => void>()
    render(<StepStateControl step="Searches back" value="NS" onChange={change} />)
    expect(screen.getAllByRole<HTMLInputElement>('radio').filter((radio) => radio.checked)).toHaveLength(0)
    await userEvent.click(screen.getByRole('radio', { name: 'Complete' }))
    expect(change).toHaveBeenCalledExactlyOnceWith('C')
  })

  test('goes back to not started when the chosen one is pressed again', async () => {
    const change = vi.fn<(state: string) => void>()
    render(<StepStateControl step="Searches back" value="IP" onChange={change} />)
    await userEvent.click(screen.getByRole('radio', { name: 'In progress' }))
    expect(change).toHaveBeenCalledExactlyOnceWith('NS')
  })
})

describe('The keys of the state control', () => {
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

  test('a state that is chosen already, one that cannot be chosen, and shortcuts of the browser set nothing', async () => {
    expect(await pressed('ic', 'IP', { disabledReasons: { C: 'Not yet' } })).toEqual([])
    expect(await pressed('{Control>}c{/Control}')).toEqual([])
  })

  test('Shift+C completes the steps up to here', async () => {
    const upTo = vi.fn<() => void>()
    expect(await pressed('{Shift>}C{/Shift}', 'NS', { onCompleteUpTo: upTo })).toEqual([])
    expect(upTo).toHaveBeenCalledOnce()
  })

  test('Enter does not submit the form around it', async () => {
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

  test('each state has its word', () => {
    render(<StepStateControl step="Searches back" value="NS" onChange={() => undefined} />)
    for (const word of ['In progress', 'Complete', 'Delayed', 'N/A']) expect(screen.getByText(word)).toBeTruthy()
  })
})

test('A dialog written within a form is a form of its own: it submits itself and not the form behind it', async () => {
  const behind = vi.fn<(event: React.FormEvent) => void>((event) => event.preventDefault())
  const confirm = vi.fn<() => void>()
  render(
    <form onSubmit={behind}>
      <ConfirmByTypingDialog
        open
        title="Delete branch"
        what="the name"
        text="Tilehurst"
        confirmLabel="Delete"
        onConfirm={confirm}
        onCancel={() => {}}
      />
    </form>,
  )
  await userEvent.type(screen.getByRole('textbox'), 'Tilehurst{Enter}')
  expect(confirm).toHaveBeenCalledOnce()
  expect(behind).not.toHaveBeenCalled()
})

describe('Dialog', () => {
  const open = (locked: boolean) => {
    const close = vi.fn<() => void>()
    render(
      <Dialog open title="Add a note" onClose={close} locked={locked}>
        <input aria-label="Note" />
      </Dialog>,
    )
    return { close, box: screen.getByRole<HTMLDialogElement>('dialog', { hidden: true }) }
  }

  test('Escape asks to close, and does nothing while something is being saved', () => {
    const { close, box } = open(false)
    expect(fireEvent.keyDown(box, { key: 'Escape' })).toBe(false)
    expect(close).toHaveBeenCalledOnce()
    cleanup()
    const saving = open(true)
    expect(fireEvent.keyDown(saving.box, { key: 'Escape' })).toBe(false)
    expect(saving.close).not.toHaveBeenCalled()
  })

  test('an element that the browser has closed by itself is shown again and asked to close', () => {
    const { close, box } = open(false)
    const shown = vi.spyOn(box, 'showModal')
    box.close()
    fireEvent(box, new Event('close'))
    expect(shown).toHaveBeenCalled()
    expect(close).toHaveBeenCalled()
  })
})
