import { beforeEach, describe, expect, test } from 'vitest'
import { claimStorage } from './storage-owner.ts'

const settings = () =>
  Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('gya.') && key !== 'gya.owner'))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('Settings cached locally survive a reload and do not leak from one user to the next', () => {
  test('the same person finds them as they were', () => {
    claimStorage('ada')
    localStorage.setItem('gya.sidebar', 'closed')
    claimStorage('ada')
    expect(settings()).toEqual({ 'gya.sidebar': 'closed' })
  })

  test('the next person finds none of them, and the first finds them again', () => {
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

  test('settings that nobody owns are nobody’s, and what cannot be read back is forgotten', () => {
    localStorage.setItem('gya.sidebar', 'closed')
    localStorage.setItem('gya-of:ada', 'not json')
    claimStorage('ada')
    expect(settings()).toEqual({})
  })
})

describe('What a tab remembers is one person’s', () => {
  test('a draft and a place are there after signing in again, and not for somebody else', () => {
    claimStorage('ada')
    sessionStorage.setItem('gya.draft.company-create', '{"name":"Larkmead"}')
    sessionStorage.setItem('gya.place', '{"branch":"b"}')
    claimStorage('ada')
    expect(sessionStorage.getItem('gya.draft.company-create')).toBe('{"name":"Larkmead"}')
    claimStorage('bea')
    expect(sessionStorage.getItem('gya.draft.company-create')).toBeNull()
    expect(sessionStorage.getItem('gya.place')).toBeNull()
  })

  test('a tab that was left open is cleared although another tab has made the browser the newcomer’s', () => {
    claimStorage('ada')
    sessionStorage.setItem('gya.place', '{"branch":"b"}')
    localStorage.setItem('gya.owner', 'bea')
    claimStorage('bea')
    expect(sessionStorage.getItem('gya.place')).toBeNull()
  })
})
