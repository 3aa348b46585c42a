import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ShownOnceDialog } from './shown-once-dialog.tsx'

// The guard needs a router, which these tests lack.
vi.mock('./leave-guard.tsx', () => ({ LeaveGuard: () => null }))

afterEach(cleanup)

const onClose = vi.fn<() => void>()
const question = () => screen.queryByRole('alertdialog', { name: 'This is not shown again. Have you saved it?' })

beforeEach(() => {
  onClose.mockClear()
  render(
    <ShownOnceDialog
      title="Key"
      intro={<p>Store it.</p>}
      secret="gya_1234"
      copyLabel="Copy key"
      doneLabel="I have saved it"
      onClose={onClose}
    />,
  )
})

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['Close', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ['Ctrl Enter', () => userEvent.keyboard('{Control>}{Enter}{/Control}{Escape}')],
] as const)('%s asks first, with the focus on Back, which returns to the secret', async (_name, close) => {
  await close()
  expect(question()).not.toBeNull()
  expect(document.activeElement?.textContent).toBe('Back')
  await userEvent.keyboard('{Escape}')
  expect(question()).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByText('gya_1234')).toBeTruthy()
})

test('Enter at once, as a second press for the button that made the secret, does not close it', async () => {
  await userEvent.keyboard('{Enter}')
  expect(onClose).not.toHaveBeenCalled()
})

test('only the named button closes it', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'I have saved it' }))
  expect(onClose).toHaveBeenCalledOnce()
})
