import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { AddNoteDialog } from './add-note-dialog.tsx'

// Both read the router, which this test does not render.
vi.mock('../../lib/forms/leave-guard.tsx', () => ({ LeaveGuard: () => null }))
vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useRouterState: () => 33 }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const steps = [{ key: 33, title: 'Searches back' }]
const params = { companyId: 'c', branchId: 'b', propertyId: 'p' }

function openDialog(answer: () => Promise<Response>) {
  const sent: unknown[] = []
  const onClose = vi.fn<() => void>()
  vi.stubGlobal('fetch', (_url: string, request: RequestInit) => {
    sent.push(JSON.parse(request.body as string))
    return answer()
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AddNoteDialog params={params} steps={steps} onClose={onClose} />
    </QueryClientProvider>,
  )
  return { sent, onClose, user: userEvent.setup() }
}

const button = (name: string) => screen.getByRole('button', { name, hidden: true })
const field = () => screen.getByRole('textbox', { name: /^Note/, hidden: true })

describe('AddNoteDialog', () => {
  test('Save disabled when the message is empty', async () => {
    const { sent, user } = openDialog(() => Promise.reject(new Error('not to be called')))
    expect(button('Save').getAttribute('aria-disabled')).toBe('true')
    await user.type(field(), '   ')
    expect(button('Save').getAttribute('aria-disabled')).toBe('true')
    await user.click(button('Save'))
    expect(sent).toEqual([])
  })

  test('saves the note on the step whose notes are listed, and closes', async () => {
    const { sent, user, onClose } = openDialog(() => Promise.resolve(new Response('{"version":1}')))
    await user.type(field(), 'Rang them.')
    await user.click(button('Save'))
    expect(sent).toEqual([{ message: 'Rang them.', timelineKey: 33 }])
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })

  test("button reads 'Please wait...' while saving and 'Error, please try again.' after a failure; the text stays", async () => {
    let refuse = (_answer: Response): void => undefined
    const { user, onClose } = openDialog(() => new Promise((resolve) => (refuse = resolve)))
    await user.type(field(), 'Rang them.')
    await user.click(button('Save'))
    expect(button('Please wait...').getAttribute('aria-disabled')).toBe('true')
    refuse(new Response('{"code":"INTERNAL","message":"No."}', { status: 500 }))
    await vi.waitFor(() => expect(button('Error, please try again.')).toBeTruthy())
    expect((field() as HTMLTextAreaElement).value).toBe('Rang them.')
    expect(onClose).not.toHaveBeenCalled()
  })

  test('asks for confirmation before it discards the text', async () => {
    const { user, onClose } = openDialog(() => Promise.reject(new Error('not to be called')))
    await user.type(field(), 'Half a thou')
    await user.click(button('Cancel'))
    expect(onClose).not.toHaveBeenCalled()
    await user.click(button('Go on'))
    await user.clear(field())
    await user.click(button('Cancel'))
    expect(onClose).toHaveBeenCalledOnce()
  })
})
