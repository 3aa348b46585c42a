import { emptyCounts, type ImportDetail } from '@gya/domain/features/imports/imports.model.ts'
import { jobRetryWindow } from '@gya/domain/features/operations/job-retries.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { InterruptedJob, interruptedWords } from './interrupted-job.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const importOf = (change: Partial<ImportDetail>) =>
  ({ _id: 'i', jobFailedOn: '2026-11-28T10:12:00.000Z', counts: emptyCounts, ...change }) as ImportDetail

const show = (one: ImportDetail) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <InterruptedJob companyId="c" one={one} />
    </QueryClientProvider>,
  )

describe('InterruptedJob', () => {
  test('states what an undo has done and what is left, and starts it again', async () => {
    const called: string[] = []
    vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
      called.push(`${method} ${url}`)
      return Promise.resolve(new Response('{}'))
    })
    show(importOf({ state: 'undoing', counts: { ...emptyCounts, written: 42, undone: 12, kept: 2 } }))
    const notice = screen.getByText('An error interrupted the undo').parentElement
    expect(notice?.textContent).toContain('It happened on 28/11/2026 10:12am.')
    expect(notice?.textContent).toContain(`GYA tries again automatically for about ${jobRetryWindow}, at increasing intervals.`)
    expect(notice?.textContent).toContain('Undone so far: 12 rows. Still as the import wrote them: 28 rows.')
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
    expect(called).toEqual(['POST /api/company/c/import/i/retry'])
  })

  test('shows nothing unless an attempt has failed', () => {
    show(importOf({ state: 'undoing', jobFailedOn: null }))
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('states what a run has written, and that a check writes nothing', () => {
    const counts = { ...emptyCounts, confirmed: 10, written: 1, heldBack: 1, leftOut: 2 }
    expect(interruptedWords({ state: 'running', counts })).toContain(
      'Written so far: 1 row, which stays. Still to be written: 6 rows.',
    )
    expect(interruptedWords({ state: 'checking', counts: emptyCounts })).toContain('Nothing has been written')
  })
})
