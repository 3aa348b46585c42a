import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { emptyDraft, withOutcome } from './conversation-draft.ts'
import { useStoredDraft } from './use-stored-draft.ts'

const open = (name: string | null) => renderHook(() => useStoredDraft(name, emptyDraft, undefined))
const draftOf = ({ result }: ReturnType<typeof open>) => result.current[0]

test('a draft is restored in the next form of the same party only', () => {
  const form = open('ada')
  act(() => form.result.current[1]((before) => ({ ...before, note: 'Back on Friday' })))
  form.unmount()
  expect(draftOf(open('ada')).note).toBe('Back on Friday')
  expect(draftOf(open('bea'))).toEqual(emptyDraft)
})

test('a draft is stored in the session storage immediately', () => {
  const form = open('dora')
  act(() => form.result.current[1]((before) => ({ ...before, note: 'Rings on Monday' })))
  expect(sessionStorage.getItem('gya.draft.conversations')).toContain('Rings on Monday')
  act(() => form.result.current[1](() => emptyDraft))
  expect(sessionStorage.getItem('gya.draft.conversations') ?? '').not.toContain('Rings on Monday')
})

test('a logged draft is not restored, even if the next form opens immediately', () => {
  const form = open('cora')
  act(() => form.result.current[1]((before) => ({ ...withOutcome(before, 'promised'), promisedOn: '2025-11-06' })))
  act(() => {
    form.result.current[1](() => emptyDraft)
    form.unmount()
  })
  expect(draftOf(open('cora'))).toEqual(emptyDraft)
})

test('two changes before a render are both applied', () => {
  const form = open(null)
  act(() => {
    form.result.current[1]((before) => ({ ...before, note: 'Back on Friday' }))
    form.result.current[1]((before) => withOutcome(before, 'spoke'))
  })
  expect(draftOf(form)).toMatchObject({ note: 'Back on Friday', outcome: 'spoke' })
})
