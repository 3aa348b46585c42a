import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

afterEach(cleanup)

type Props = { onSubmit: () => void; disabledReason?: string; over?: boolean }

const Writing = ({ onSubmit, disabledReason, over = false }: Props) => (
  <Dialog
    open
    title="Add task"
    onClose={() => undefined}
    onSubmit={onSubmit}
    footer={
      <Button type="submit" disabledReason={disabledReason}>
        Save
      </Button>
    }
  >
    <textarea aria-label="Note" />
    <Dialog open={over} title="Discard?" onClose={() => undefined}>
      <input aria-label="Reason" />
    </Dialog>
  </Dialog>
)

const pressIn = async (label: string, keys: string) => {
  screen.getByLabelText(label).focus()
  await userEvent.keyboard(keys)
}

test.each(['{Control>}{Enter}{/Control}', '{Meta>}{Enter}{/Meta}'])('%s submits from a field of several lines', async (keys) => {
  const submit = vi.fn<() => void>()
  render(<Writing onSubmit={submit} />)
  await pressIn('Note', keys)
  expect(submit).toHaveBeenCalledOnce()
})

test('Ctrl Enter does nothing while the button is disabled', async () => {
  const submit = vi.fn<() => void>()
  render(<Writing onSubmit={submit} disabledReason="Write what is to be done first" />)
  await pressIn('Note', '{Control>}{Enter}{/Control}')
  expect(submit).not.toHaveBeenCalled()
})

test('Ctrl Enter in a dialog over the form does not submit the form', async () => {
  const submit = vi.fn<() => void>()
  render(<Writing onSubmit={submit} over />)
  await pressIn('Reason', '{Control>}{Enter}{/Control}')
  expect(submit).not.toHaveBeenCalled()
})
