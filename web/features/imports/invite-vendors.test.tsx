import type { VendorInvitations } from '@gya/domain/features/imports/imports.model.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { InviteVendors } from './invite-vendors.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const sent: string[] = []
const show = (change: Partial<VendorInvitations>) => {
  sent.length = 0
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
    sent.push(`${method} ${url}`)
    return Promise.resolve(new Response('{}'))
  })
  const vendors = { toInvite: 0, invited: 0, withoutEmail: 0, isSending: false, failedOn: null, ...change }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <InviteVendors params={{ companyId: 'c', importId: 'i' }} vendors={vendors} />
    </QueryClientProvider>,
  )
}

describe('InviteVendors', () => {
  test('says how many e-mails are sent and who is left out, and sends them once it is confirmed', async () => {
    show({ toInvite: 1312, invited: 20, withoutEmail: 14 })
    const user = userEvent.setup()
    expect(screen.getByRole('status').textContent).toBe(
      'Vendors: 20 invited, 1,312 not invited yet, 14 without an e-mail address.',
    )
    await user.click(screen.getByRole('button', { name: 'Invite 1,312 vendors…' }))
    const dialog = screen.getByRole('alertdialog', { name: 'Invite 1,312 vendors?' })
    expect(dialog.textContent).toContain('Left out: 20 invited already, 14 without an e-mail address.')
    expect(sent).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Send 1,312 e-mails' }))
    expect(sent).toEqual(['POST /api/company/c/import/i/invite'])
  })

  test('shows the progress instead of the button while they are sent', () => {
    show({ toInvite: 1200, invited: 112, isSending: true })
    expect(screen.getByRole('status').textContent).toBe('Inviting vendors: 112 of 1,312.')
    expect(screen.getByRole('progressbar', { name: 'Invitations' }).getAttribute('value')).toBe('112')
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('offers to start it again after an error', async () => {
    show({ toInvite: 3, invited: 2, isSending: true, failedOn: '2026-11-28T10:12:00.000Z' })
    expect(document.body.textContent).toContain('2 of 5 vendors are invited; nobody is invited twice.')
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
    expect(sent).toEqual(['POST /api/company/c/import/i/invite'])
  })

  test('is absent if the import made no accounts of vendors', () => {
    show({})
    expect(document.body.textContent).toBe('')
  })
})
