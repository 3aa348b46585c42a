import { beforeEach, describe, expect, test } from 'vitest'
import { claimStorage } from './storage-owner.ts'

const settings = () =>
  Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('gya.') && key !== 'gya.owner'))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('Settings cached locally survive a reload and do not leak from one user to the next', () => {
  test('the same user finds their settings', () => {
    claimStorage('ada')
    localStorage.setItem('gya.sidebar', 'closed')
    claimStorage('ada')
    expect(settings()).toEqual({ 'gya.sidebar': 'closed' })
  })

  test('another user finds none of them; the first user finds them again', () => {
    claimStorage('ada')
    localStorage.setItem('gya.sidebar', 'closed')
    localStorage.setItem('gya.report.size', '25')
    claimStorage('bea')
    expect(settings()).toEqual({})
    localStorage.setItem('gya.colour-scheme', 'dark')
    claimStorage('ada')
    expect(settings()).toEqual({ 'gya.sidebar': 'closed', 'gya.report.size': '25' })
    claimStorage('bea')
    expect(settings()).toEqual({ 'gya.colour-scheme': 'dark' })
  })

  test('settings without an owner are dropped, and so are unreadable ones', () => {
    localStorage.setItem('gya.sidebar', 'closed')
    localStorage.setItem('gya-of:ada', 'not json')
    claimStorage('ada')
    expect(settings()).toEqual({})
  })
})

describe('sessionStorage of a tab belongs to one user', () => {
  test('drafts and scope survive signing in again, but not as another user', () => {
    claimStorage('ada')
    sessionStorage.setItem('gya.draft.company-create', '{"name":"Larkmead"}')
    sessionStorage.setItem('gya.place', '{"branch":"b"}')
    claimStorage('ada')
    expect(sessionStorage.getItem('gya.draft.company-create')).toBe('{"name":"Larkmead"}')
    claimStorage('bea')
    expect(sessionStorage.getItem('gya.draft.company-create')).toBeNull()
    expect(sessionStorage.getItem('gya.place')).toBeNull()
  })

  test('an open tab is cleared after another user signed in from another tab', () => {
    claimStorage('ada')
    sessionStorage.setItem('gya.place', '{"branch":"b"}')
    localStorage.setItem('gya.owner', 'bea')
    claimStorage('bea')
    expect(sessionStorage.getItem('gya.place')).toBeNull()
  })
})
