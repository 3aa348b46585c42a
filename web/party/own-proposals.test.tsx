import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { OwnProposals } from './own-proposals.tsx'
import type { PartySale } from './party-api.ts'

afterEach(cleanup)

const proposal = {
  _id: 'one',
  words: 'Completion on 25/12/2026',
  text: '',
  state: 'accepted',
  createdOn: '2026-11-20T09:00:00Z',
  decidedOn: '2026-11-20T10:00:00Z',
  reason: '',
  note: null,
} as const

test.each([
  ['a wish', true, 'Noted as the expected day on 20 November.'],
  ['another proposal', false, 'Confirmed on 20 November.'],
])('an accepted proposal: %s', async (_, isForExpectedDay, words) => {
  const sale = { proposals: [{ ...proposal, isForExpectedDay }] } as unknown as PartySale
  render(<OwnProposals sale={sale} token="" onSale={() => undefined} onEnded={() => undefined} />)
  expect((await screen.findByRole('listitem')).textContent).toBe(`Completion on 25/12/2026${words}`)
})
