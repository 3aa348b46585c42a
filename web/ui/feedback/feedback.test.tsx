import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Button } from '../button.tsx'
import { ConfirmByTypingDialog, isConfirmed } from '../overlays/confirm-dialog.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { SaveOverlay } from './save-overlay.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('Button with disabledReason', () => {
  test('is focusable, has the reason as description, and ignores clicks', async () => {
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

test('ConfirmByTypingDialog requires the exact company name, including case', async () => {
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

test.each(['larkmead', ' LARKMEAD  ', 'Larkmead'])(
  'isConfirmed ignores case and surrounding spaces: “%s” confirms Larkmead',
  (typed) => {
    expect(isConfirmed(typed, 'Larkmead ')).toBe(true)
    expect(isConfirmed(`${typed}s`, 'Larkmead')).toBe(false)
  },
)

test('Dialog inside a form submits its own form, not the outer one', async () => {
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

  test('Escape calls onClose, but not while saving', () => {
    const { close, box } = open(false)
    expect(fireEvent.keyDown(box, { key: 'Escape' })).toBe(false)
    expect(close).toHaveBeenCalledOnce()
    cleanup()
    const saving = open(true)
    expect(fireEvent.keyDown(saving.box, { key: 'Escape' })).toBe(false)
    expect(saving.close).not.toHaveBeenCalled()
  })

  test('shows the element again and calls onClose when the browser closed it', () => {
    const { close, box } = open(false)
    const shown = vi.spyOn(box, 'showModal')
    box.close()
    fireEvent(box, new Event('close'))
    expect(shown).toHaveBeenCalled()
    expect(close).toHaveBeenCalled()
  })
})
