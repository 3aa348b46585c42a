import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { emptyDraft, withOutcome } from './conversation-draft.ts'
import { useStoredDraft } from './use-stored-draft.ts'

const open = (name: string | null) => renderHook(() => useStoredDraft(name, emptyDraft, undefined))
const draftOf = ({ result }: ReturnType<typeof open>) => result.current[0]

test('what was typed is there in the next form of the party, and in no other', () => {
  const form = open('ada')
  act(() => form.result.current[1]((before) => ({ ...before, note: 'Back on Friday' })))
  form.unmount()
  expect(draftOf(open('ada')).note).toBe('Back on Friday')
  expect(draftOf(open('bea'))).toEqual(emptyDraft)
})

test('what was typed is kept in the tab at once, for a reload', () => {
  const form = open('dora')
  act(() => form.result.current[1]((before) => ({ ...before, note: 'Rings on Monday' })))
  expect(sessionStorage.getItem('gya.draft.conversations')).toContain('Rings on Monday')
  act(() => form.result.current[1](() => emptyDraft))
  expect(sessionStorage.getItem('gya.draft.conversations') ?? '').not.toContain('Rings on Monday')
})

test('what was logged is gone in the next form of the party, also when it opens in the same moment', () => {
  const form = open('cora')
  act(() => form.result.current[1]((before) => ({ ...withOutcome(before, 'promised'), promisedOn: '2025-11-06' })))
  act(() => {
    form.result.current[1](() => emptyDraft)
    form.unmount()
  })
  expect(draftOf(open('cora'))).toEqual(emptyDraft)
})

test('two changes of one moment both hold', () => {
  const form = open(null)
  act(() => {
    form.result.current[1]((before) => ({ ...before, note: 'Back on Friday' }))
    form.result.current[1]((before) => withOutcome(before, 'spoke'))
  })
  expect(draftOf(form)).toMatchObject({ note: 'Back on Friday', outcome: 'spoke' })
})
