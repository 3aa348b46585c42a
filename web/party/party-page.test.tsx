import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, type PartySale, readSale } from './party-api.ts'
import { PartyPage } from './party-page.tsx'
import type { SaleProps } from './sale-of-party.tsx'

vi.mock('./party-api.ts', () => ({ readSale: vi.fn<typeof readSale>() }))
vi.mock('./sale-of-party.tsx', () => ({
  SaleOfParty: ({ sale }: SaleProps) => (
    <form>
      <p>{sale.proposals[0]?.state}</p>
      <input aria-label="Day" />
    </form>
  ),
}))

// The page starts over at a `hashchange`, which jsdom fires later.
beforeAll(async () => {
  const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
  location.hash = '#token-of-a-party'
  await changed
})

const saleWith = (state: 'open' | 'accepted' | 'declined'): Answer<PartySale> => ({
  ok: true,
  read: {
    party: 'buyer',
    agency: { name: 'Larkmead', brandColour: null },
    address: { line1: '27 Rodway Road' },
    proposals: [{ state }],
  } as unknown as PartySale,
})
const answers = (...list: Answer<PartySale>[]) => {
  for (const answer of list) vi.mocked(readSale).mockResolvedValueOnce(answer)
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.mocked(readSale).mockReset()
})

const shows = (state: string) => screen.findByText(state)
const show = async () => {
  render(<PartyPage />)
  await shows('open')
}

test('an open page shows what became of a proposal when it gets the focus or is shown again', async () => {
  answers(saleWith('open'), saleWith('accepted'), saleWith('declined'))
  await show()
  dispatchEvent(new Event('focus'))
  await shows('accepted')
  document.dispatchEvent(new Event('visibilitychange'))
  await shows('declined')
})

test('reads every minute while a proposal is open, and not after', async () => {
  answers(saleWith('open'), saleWith('open'), saleWith('accepted'))
  await show()
  for (const reads of [2, 3, 3, 3]) {
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(readSale).toHaveBeenCalledTimes(reads)
  }
  await shows('accepted')
})

test('does not read while a form has the focus, and keeps the sale if the page cannot be reached', async () => {
  answers(saleWith('open'), { ok: false, message: 'Unreachable.', isEnded: false })
  await show()
  screen.getByLabelText('Day').focus()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(readSale).toHaveBeenCalledTimes(1)
  screen.getByLabelText('Day').blur()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(readSale).toHaveBeenCalledTimes(2)
  screen.getByText('open')
})
