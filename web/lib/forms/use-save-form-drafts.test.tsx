import { endpoint } from '@gya/domain/endpoint.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { TextField } from '../../ui/fields/text-field.tsx'
import { saveDraft, takeDraft, withInitialValues } from './drafts.ts'
import { useSaveForm } from './use-save-form.tsx'

// The guard needs a router, which these tests lack.
vi.mock('./leave-guard.tsx', () => ({ LeaveGuard: () => null }))
const session = vi.hoisted(() => ({ isEnded: false }))
vi.mock('../session/session-end.ts', async (original) => ({
  ...(await original<object>()),
  isSessionEnded: () => session.isEnded,
}))

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  session.isEnded = false
})

const sendText = endpoint({
  method: 'POST',
  path: '/text',
  permission: 'account.use',
  summary: 'A text, for tests.',
  body: z.strictObject({ text: z.string() }),
  response: z.object({}),
})
const messages = { success: { title: 'Sent' }, failure: { title: 'Not sent' } }

const Form = ({ survivesReload }: { survivesReload: boolean }) => {
  const saving = useSaveForm({
    call: sendText,
    name: 'text',
    initialValues: { text: 'Dear {recipient}' },
    toInput: (values) => ({ body: values }),
    messages,
    survivesReload,
  })
  return (
    <form {...saving.props}>
      {saving.notices}
      <TextField {...saving.form.getInputProps('text')} label="Text" />
    </form>
  )
}

const open = (survivesReload = true) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form survivesReload={survivesReload} />
    </QueryClientProvider>,
  )
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Text' })
const type = async (text: string) => {
  await userEvent.clear(field())
  await userEvent.type(field(), text)
}
/** Simulates a reload by the browser: it fires pagehide, then discards the page. */
const reload = (survivesReload = true) => {
  dispatchEvent(new Event('pagehide'))
  cleanup()
  return open(survivesReload)
}

test('useSaveForm, survivesReload: restores input after each reload, with a message', async () => {
  open()
  await type('Hello')
  reload()
  expect(field().value).toBe('Hello')
  expect(screen.queryByText(/What you had typed is back/)).not.toBeNull()
  await type('Hello there')
  reload()
  expect(field().value).toBe('Hello there')
})

test('useSaveForm keeps nothing over a reload of a form that does not ask for it, that is as it was, or was closed', async () => {
  open(false)
  await type('Hello')
  reload(false)
  expect(field().value).toBe('Dear {recipient}')
  reload()
  expect(screen.queryByText(/What you had typed is back/)).toBeNull()
  await type('Hello')
  cleanup()
  reload()
  expect(field().value).toBe('Dear {recipient}')
})

test('useSaveForm keeps nothing when a logout leaves the page', async () => {
  open()
  await type('Hello')
  session.isEnded = true
  reload()
  expect(sessionStorage).toHaveLength(0)
})

test('withInitialValues completes a draft, which contains no secrets, with the initial values', () => {
  const initial = { text: '', administrator: { kind: 'none', password: '', emails: ['a'] } }
  saveDraft('branch', { ...initial, text: 'New', administrator: { ...initial.administrator, password: 'Secret-1', emails: [] } })
  expect(withInitialValues(initial, takeDraft('branch'))).toEqual({
    text: 'New',
    administrator: { kind: 'none', password: '', emails: [] },
  })
})
