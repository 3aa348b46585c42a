import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useKeptState } from './use-kept-state.ts'

const ending = vi.hoisted(() => ({ saves: new Set<() => void>() }))
vi.mock('../session/session-end.ts', () => ({
  onSessionEnd: (save: () => void) => {
    ending.saves.add(save)
    return () => ending.saves.delete(save)
  },
}))
const endSession = () => {
  for (const save of ending.saves) save()
  cleanup()
}

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const open = (name = 'check') => renderHook(() => useKeptState(name, { reference: '', note: '' }))

test('input is restored once, in the form with the same name', () => {
  const { result } = open()
  act(() => result.current[1]({ reference: 'Larkproof 88213', note: '' }))
  endSession()
  expect(open('another').result.current[0]).toEqual({ reference: '', note: '' })
  expect(open().result.current[0]).toEqual({ reference: 'Larkproof 88213', note: '' })
  expect(open().result.current[0]).toEqual({ reference: '', note: '' })
})

test('nothing is kept of a form that was left as it was, or closed', () => {
  open()
  endSession()
  const { result, unmount } = open('closed')
  act(() => result.current[1]({ reference: 'x', note: '' }))
  unmount()
  endSession()
  expect(Object.keys(sessionStorage)).toEqual([])
})
