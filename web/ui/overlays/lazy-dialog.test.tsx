import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { typedAhead } from '../../lib/keys/typed-ahead.ts'
import { Dialog } from './dialog.tsx'
import { lazyDialog } from './lazy-dialog.tsx'

type Props = { open?: boolean; onClose: () => void }
const Support = ({ open = true, onClose }: Props) => <Dialog open={open} onClose={onClose} title="Support" />

afterEach(cleanup)

describe('lazyDialog', () => {
  test('renders nothing while closed, and the dialog once it is opened and loaded', async () => {
    const load = vi.fn<() => Promise<ComponentType<Props>>>(async () => Support)
    const LazySupport = lazyDialog<Props>(load)
    const { rerender } = render(<LazySupport open={false} onClose={() => undefined} />)
    expect(load).not.toHaveBeenCalled()
    rerender(<LazySupport open onClose={() => undefined} />)
    expect(await screen.findByRole('dialog', { name: 'Support' })).toBeTruthy()
  })

  test('shows an error when loading fails, and retries at the next opening', async () => {
    const load = vi
      .fn<() => Promise<ComponentType<Props>>>(async () => Support)
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const LazySupport = lazyDialog<Props>(load)
    const onClose = vi.fn<() => void>()
    const { unmount } = render(<LazySupport onClose={onClose} />)
    await screen.findByText(/Check your connection and try again/)
    await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
    expect(onClose).toHaveBeenCalledOnce()
    unmount()
    render(<LazySupport onClose={onClose} />)
    expect(await screen.findByRole('dialog', { name: 'Support' })).toBeTruthy()
  })

  test('keys typed while it is loading become the input of its first field', async () => {
    let finish: (component: ComponentType<Props>) => void = () => undefined
    const LazyTask = lazyDialog<Props>(() => new Promise((resolve) => (finish = resolve)))
    const Task = ({ onClose }: Props) => (
      <Dialog open onClose={onClose} title="Add task">
        <input aria-label="Task" />
      </Dialog>
    )
    render(<LazyTask onClose={() => undefined} />)
    expect(typedAhead.isOpen()).toBe(true)
    for (const key of 'call') typedAhead.add(key)
    finish(Task)
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Task' })).value).toBe('call')
    expect(typedAhead.isOpen()).toBe(false)
  })
})
