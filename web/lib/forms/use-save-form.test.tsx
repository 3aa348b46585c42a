import { endpoint } from '@gya/domain/endpoint.ts'
import { errors } from '@gya/domain/error-catalogue.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ApiError } from '../api/call-api.ts'
import { refusalText, refusalTitle, serverErrors } from './use-save.tsx'
import { useSaveForm } from './use-save-form.tsx'

// The guard needs a router, which these tests lack.
vi.mock('./leave-guard.tsx', () => ({ LeaveGuard: () => null }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const Town = z.object({ town: z.string(), version: z.int() })
const saveTown = endpoint({
  method: 'PUT',
  path: '/town',
  permission: 'account.use',
  summary: 'A town, for tests.',
  body: z.strictObject({ town: z.string().min(1, 'Enter the town.'), version: z.int().optional() }),
  response: Town,
})
const messages = { success: { title: 'Town saved' }, failure: { title: 'Error saving town' } }

const Form = ({ town, version }: { town: string; version: number }) => {
  const saving = useSaveForm({
    call: saveTown,
    name: 'town',
    initialValues: { town },
    version,
    toInput: (values, held) => ({ body: { ...values, version: held } }),
    messages,
  })
  return (
    <form {...saving.props}>
      {saving.notices}
      <TextField {...saving.form.getInputProps('town')} label="Town" />
      <button type="submit">Save</button>
      <button type="button" onClick={saving.form.reset}>
        Discard
      </button>
    </form>
  )
}

/** The form as a page shows it; `read` simulates a later response of its query. Returns what was sent. */
function shown(answers: object[]) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_url: string, request: RequestInit) => {
    sent.push(JSON.parse(request.body as string))
    const answer = answers.shift()
    return Promise.resolve(new Response(JSON.stringify(answer), { status: answer && 'code' in answer ? 409 : 200 }))
  })
  const queries = new QueryClient()
  const page = (town: string, version: number) => (
    <QueryClientProvider client={queries}>
      <Form town={town} version={version} />
    </QueryClientProvider>
  )
  const view = render(page('Reading', 1))
  return { sent, read: (town: string, version: number) => view.rerender(page(town, version)) }
}

const town = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Town' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const type = async (text: string) => {
  await userEvent.clear(town())
  await userEvent.type(town(), text)
}

describe('useSaveForm sends the version that editing started from', () => {
  test('STALE_VERSION keeps the edits, and Discard shows the newer version', async () => {
    const { sent, read } = shown([
      { code: 'STALE_VERSION', message: 'Somebody else has saved this since you opened it.', requestId: 'r' },
    ])
    await type('Oxford')
    read('Slough', 2)
    await press('Save')
    expect(sent).toEqual([{ town: 'Oxford', version: 1 }])
    expect(town().value).toBe('Oxford')
    await press('Discard')
    expect(town().value).toBe('Slough')
  })

  test('a newer version with equal values is not a conflict', async () => {
    const { sent, read } = shown([{ town: 'Oxford', version: 4 }])
    await type('Oxford')
    read('Reading', 3)
    await press('Save')
    expect(sent).toEqual([{ town: 'Oxford', version: 3 }])
  })

  test('shows a notice when a newer version is loaded during editing', async () => {
    const { read } = shown([{ town: 'Oxford', version: 3 }])
    const word = () => screen.queryByText(/A colleague has changed this meanwhile/)
    await type('Oxford')
    read('Reading', 2)
    expect(word()).toBeNull()
    read('Slough', 3)
    expect(word()).not.toBeNull()
    expect(town().value).toBe('Oxford')
    await press('Discard')
    expect(word()).toBeNull()
  })

  test('shows no notice for the version of an own save', async () => {
    const { read } = shown([{ town: 'Oxford', version: 2 }])
    await type('Oxford')
    await press('Save')
    await type('Bath')
    read('Oxford', 2)
    expect(screen.queryByText(/A colleague has changed this meanwhile/)).toBeNull()
    expect(town().value).toBe('Bath')
  })

  test('a clean form shows newly loaded values', () => {
    const { read } = shown([])
    read('Slough', 2)
    expect(town().value).toBe('Slough')
  })

  test('the next save sends the version of the last response, even before a refetch', async () => {
    const { sent, read } = shown([
      { town: 'Oxford', version: 2 },
      { town: 'Bath', version: 3 },
    ])
    await type('Oxford')
    await press('Save')
    expect(town().value).toBe('Oxford')
    await type('Bath')
    read('Oxford', 2)
    await press('Save')
    expect(sent).toEqual([
      { town: 'Oxford', version: 1 },
      { town: 'Bath', version: 2 },
    ])
  })
})

test('useSaveForm shows errors of the contract at the field, focuses it, and sends nothing', async () => {
  const { sent } = shown([])
  await userEvent.clear(town())
  await press('Save')
  expect(sent).toEqual([])
  expect(screen.getByText('Enter the town.')).toBeTruthy()
  expect(document.activeElement).toBe(town())
})

describe('useSaveForm asks once about implausible values', () => {
  const Doubtful = () => {
    const saving = useSaveForm({
      call: saveTown,
      name: 'doubtful',
      initialValues: { town: 'Nowhere' },
      toInput: (values) => ({ body: values }),
      implausible: ({ town }) => [['Nowhere', 'Utopia'].includes(town) ? `${town} is no town.` : null],
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
  const sentBy = () => {
    const sent: unknown[] = []
    vi.stubGlobal('fetch', (_url: string, request: RequestInit) => {
      sent.push(JSON.parse(request.body as string))
      const refusal = { code: 'INTERNAL', message: 'Something went wrong.', requestId: 'r' }
      return Promise.resolve(new Response(JSON.stringify(refusal), { status: 500 }))
    })
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Doubtful />
      </QueryClientProvider>,
    )
    return sent
  }
  const question = () => screen.queryByText('Utopia is no town.')

  test('sends after Save anyway and does not ask about the same value again', async () => {
    const sent = sentBy()
    await type('Utopia')
    await press('Save')
    expect(question()).not.toBeNull()
    await press('Go back')
    expect(sent).toEqual([])
    await press('Save')
    await userEvent.click(screen.getByRole('button', { name: 'Save anyway', hidden: true }))
    expect(sent).toEqual([{ town: 'Utopia' }])
    await press('Save')
    expect(question()).toBeNull()
    expect(sent).toHaveLength(2)
  })

  test('does not ask about plausible or previously saved values', async () => {
    const sent = sentBy()
    await press('Save')
    await type('Oxford')
    await press('Save')
    expect(sent).toEqual([{ town: 'Nowhere' }, { town: 'Oxford' }])
  })
})

describe('useSaveForm sends an Idempotency-Key when it creates a record', () => {
  const addTown = endpoint({ ...saveTown, method: 'POST' })
  const Create = () => {
    const saving = useSaveForm({
      call: addTown,
      name: 'new-town',
      initialValues: { town: '' },
      toInput: (values) => ({ body: values }),
      messages,
    })
    return (
      <form {...saving.props}>
        <TextField {...saving.form.getInputProps('town')} label="Town" />
        <button type="submit">Save</button>
        <button type="button" onClick={saving.discard}>
          Discard
        </button>
      </form>
    )
  }
  /** The keys of the requests, in order; the responses have these status codes, 0 for none. */
  const keysOf = (statuses: number[]) => {
    const keys: (string | undefined)[] = []
    vi.stubGlobal('fetch', (_url: string, request: RequestInit) => {
      keys.push((request.headers as Record<string, string>)['idempotency-key'])
      const status = statuses.shift() ?? 200
      if (status === 0) return Promise.reject(new TypeError('no answer'))
      const body = status === 200 ? { town: 'Oxford', version: 1 } : { code: 'IDEMPOTENCY_KEY_REUSED', message: 'Used.' }
      return Promise.resolve(new Response(JSON.stringify(body), { status }))
    })
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Create />
      </QueryClientProvider>,
    )
    return keys
  }

  test('the same key for each retry, a new one after a success', async () => {
    const keys = keysOf([0, 0, 200, 200])
    await type('Oxford')
    await press('Save')
    await press('Save')
    await press('Save')
    await type('Bath')
    await press('Save')
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]])
    expect(keys[3]).not.toBe(keys[0])
  })

  test('a new key after a reset and after IDEMPOTENCY_KEY_REUSED', async () => {
    const keys = keysOf([0, 409, 200])
    await type('Oxford')
    await press('Save')
    await press('Discard')
    await type('Bath')
    await press('Save')
    await press('Save')
    expect(new Set(keys).size).toBe(3)
  })
})

test('useSaveForm sends no Idempotency-Key when it edits a record', async () => {
  const headers: unknown[] = []
  const { read } = shown([])
  vi.stubGlobal('fetch', (_url: string, request: RequestInit) => {
    headers.push(request.headers)
    return Promise.resolve(new Response(JSON.stringify({ town: 'Bath', version: 2 })))
  })
  read('Reading', 1)
  await type('Bath')
  await press('Save')
  expect(headers).toEqual([{ 'x-client': 'Web', 'content-type': 'application/json' }])
})

test('serverErrors are those of the catalogue with status 500 or above', () => {
  const codes = Object.entries(errors).flatMap(([code, [status]]) => (status >= 500 ? [code] : []))
  expect([...serverErrors].toSorted()).toEqual(codes.toSorted())
})

test.each([
  ['GATE_NOT_MET', 'Not done yet'],
  ['INTERNAL', 'Something went wrong'],
  ['SAVE_UNCERTAIN', 'Something went wrong'],
  ['OFFLINE', 'Something went wrong'],
] as const)('refusalTitle: %s is titled %s', (code, title) => {
  expect(refusalTitle(new ApiError({ code, message: '' }), { title: 'Something went wrong' })).toBe(title)
})

describe('useSaveForm shows an error once', () => {
  const refused = (path: string) => ({
    code: 'EMAIL_TAKEN',
    message: 'This town is taken.',
    issues: [{ path, message: 'This town is taken.' }],
    requestId: 'r',
  })

  test('at its field if the form has it', async () => {
    shown([refused('town')])
    await type('Oxford')
    await press('Save')
    await vi.waitFor(() => expect(town().getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getAllByText(/This town is taken/)).toHaveLength(1)
    expect(screen.queryByText(/Error saving town/)).toBeNull()
  })

  test('above the form otherwise', async () => {
    shown([refused('county')])
    await type('Oxford')
    await press('Save')
    expect((await screen.findByText(/Error saving town\./)).textContent).toBe('Error saving town. This town is taken. ')
  })
})

test('refusalText names the rule that a password does not meet, not the hint that lists all of them', () => {
  const issues = [{ path: 'password', message: 'Leave out your own name.' }]
  const error = new ApiError({ code: 'PASSWORD_WEAK', message: errors.PASSWORD_WEAK[1], issues })
  expect(refusalText(error, { title: 'Error updating password' })).toBe('Leave out your own name.')
})
