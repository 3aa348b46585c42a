import { endpoint } from '@gya/domain/endpoint.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { TextField } from '../../ui/fields/text-field.tsx'
import { CallDialog } from './call-dialog.tsx'
import { ConfirmSaveDialog } from './confirm-save-dialog.tsx'
import { useSave } from './use-save.tsx'
import { useSaveForm } from './use-save-form.tsx'

// The guard needs a router, which these tests lack.
vi.mock('./leave-guard.tsx', () => ({ LeaveGuard: () => null }))

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const Town = z.object({ town: z.string(), version: z.int() })
const addTown = endpoint({
  method: 'POST',
  path: '/town',
  permission: 'account.use',
  summary: 'A town, for tests.',
  body: z.strictObject({ town: z.string(), version: z.int().optional() }),
  response: Town,
})
const saveTown = endpoint({ ...addTown, method: 'PUT' })
const messages = { success: { title: 'Town saved' }, failure: { title: 'Error saving town' } }

/** Responses that do not show whether the save was executed. */
const lostResponses: Record<string, () => Promise<Response>> = {
  'an HTML page of a proxy': async () => new Response('<!doctype html><title>Sign in to the network</title>'),
  'half a body': async () => new Response('{"town":"Ox'),
  silence: () => Promise.reject(new DOMException('timed out', 'TimeoutError')),
  'a lost connection': () => Promise.reject(new TypeError('Failed to fetch')),
}

type Sent = { key: string | undefined; body: unknown }

/** Answers the first request with a lost response and the next ones with these. Returns the requests. */
function answering(first: () => Promise<Response>, next: { status?: number; body: object }[]): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', (_url: string, request: RequestInit) => {
    const headers = request.headers as Record<string, string>
    sent.push({ key: headers['idempotency-key'], body: JSON.parse(request.body as string) })
    if (sent.length === 1) return first()
    const { status = 200, body } = next.shift() ?? { body: { town: 'Oxford', version: 2 } }
    return Promise.resolve(new Response(JSON.stringify(body), { status }))
  })
  return sent
}

const InPage = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
)
const town = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Town' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

const TownForm = ({
  initial,
  call = saveTown,
}: {
  initial: { town: string; version: number }
  call?: typeof saveTown | typeof addTown
}) => {
  const saving = useSaveForm({
    call,
    name: 'town',
    initialValues: { town: initial.town },
    version: initial.version,
    toInput: (values, version) => ({ body: { ...values, ...(call === saveTown ? { version } : {}) } }),
    messages,
  })
  return (
    <form {...saving.props}>
      {saving.notices}
      <TextField {...saving.form.getInputProps('town')} label="Town" />
      <button type="submit">Save</button>
    </form>
  )
}

/** A form in a page; `read` simulates a later response of its query. */
function shownForm(call: typeof saveTown | typeof addTown) {
  const page = (town: string, version: number) => (
    <InPage>
      <TownForm initial={{ town, version }} call={call} />
    </InPage>
  )
  const queries = render(page('Reading', 1))
  return { read: (stored: string, version: number) => queries.rerender(page(stored, version)) }
}

const typeTown = async (text: string) => {
  await userEvent.clear(town())
  await userEvent.type(town(), text)
}

describe.each(Object.entries(lostResponses))('a save answered by %s', (_name, lost) => {
  test('useSaveForm keeps what was typed, and Try again repeats it by the same key', async () => {
    const sent = answering(lost, [])
    shownForm(addTown)
    await typeTown('Oxford')
    await press('Save')
    expect(town().value).toBe('Oxford')
    await press('Try again')
    expect(sent).toHaveLength(2)
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
    expect(sent[1]).toEqual(sent[0])
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('useSaveForm repeats by the same version, and tells that it was saved already', async () => {
    const stale = {
      code: 'STALE_VERSION',
      message: 'Stale.',
      details: { savedBy: 'Ann Bell', savedOn: '2026-11-02T14:02:00Z', yours: 'true' },
    }
    const sent = answering(lost, [{ status: 409, body: stale }])
    const { read } = shownForm(saveTown)
    await typeTown('Oxford')
    await press('Save')
    read('Oxford', 2)
    expect(town().value).toBe('Oxford')
    expect(screen.queryByText(/A colleague has changed this/)).toBeNull()
    await press('Try again')
    expect(sent.map(({ body }) => body)).toEqual([
      { town: 'Oxford', version: 1 },
      { town: 'Oxford', version: 1 },
    ])
    expect(screen.getByText('This was saved already, at 14:02.')).toBeTruthy()
    expect(screen.queryByText(/saved this on/)).toBeNull()
    await typeTown('Bath')
    await press('Save')
    expect(sent[2]?.body).toEqual({ town: 'Bath', version: 2 })
  })

  test('what differs from what is stored stays, unsaved', async () => {
    const stale = { code: 'STALE_VERSION', message: 'Stale.', details: { savedBy: 'Ann Bell', yours: 'true' } }
    const sent = answering(lost, [{ status: 409, body: stale }])
    const { read } = shownForm(saveTown)
    await typeTown('Oxford')
    await press('Save')
    await typeTown('Oxford ')
    read('Oxford', 2)
    await press('Try again')
    expect(screen.getByText('This was saved already. What still differs is not saved yet.')).toBeTruthy()
    expect(town().value).toBe('Oxford ')
    await press('Save')
    expect(sent[2]?.body).toEqual({ town: 'Oxford ', version: 2 })
  })

  test('CallDialog stays open with what was typed, and Try again repeats it by the same key', async () => {
    const sent = answering(lost, [])
    const Add = () => {
      const [text, setText] = useState('')
      const [open, setOpen] = useState(true)
      const saving = useSave(addTown, messages)
      const save = async () => {
        if (await saving.save({ body: { town: text } })) setOpen(false)
      }
      if (!open) return <p>Closed</p>
      return (
        <CallDialog title="Add" saving={saving} messages={messages} saveLabel="Add" onSave={save} onClose={() => setOpen(false)}>
          <TextField label="Town" value={text} onChange={setText} />
        </CallDialog>
      )
    }
    render(<Add />, { wrapper: InPage })
    await userEvent.type(town(), 'Oxford')
    await press('Add')
    expect(town().value).toBe('Oxford')
    await press('Try again')
    expect(screen.getByText('Closed')).toBeTruthy()
    expect(sent[1]).toEqual(sent[0])
  })

  test('ConfirmSaveDialog stays open, and its button repeats the call by the same key', async () => {
    const sent = answering(lost, [])
    const onClose = vi.fn<() => void>()
    const body = { town: 'Oxford' }
    render(
      <ConfirmSaveDialog call={addTown} input={{ body }} messages={messages} title="Add it?" confirmLabel="Add" onClose={onClose}>
        It is added.
      </ConfirmSaveDialog>,
      { wrapper: InPage },
    )
    await press('Add')
    expect(onClose).not.toHaveBeenCalled()
    await press('Try again')
    expect(onClose).toHaveBeenCalledOnce()
    expect(sent[1]).toEqual(sent[0])
  })
})

test('STALE_VERSION of the user’s own save in another tab is a conflict', async () => {
  const stale = { code: 'STALE_VERSION', message: 'Stale.', details: { savedBy: 'Ann Bell', yours: 'true' } }
  answering(async () => new Response(JSON.stringify(stale), { status: 409 }), [])
  shownForm(saveTown)
  await typeTown('Oxford')
  await press('Save')
  expect(screen.getByText(/Ann Bell saved this/)).toBeTruthy()
  expect(town().value).toBe('Oxford')
})
