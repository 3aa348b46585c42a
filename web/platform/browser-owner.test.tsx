import { beforeEach, describe, expect, test } from 'vitest'
import { claimBrowser } from './browser-owner.ts'

const settings = () =>
  Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('gya.') && key !== 'gya.owner'))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('Settings cached locally survive a reload and do not leak from one user to the next', () => {
  test('the same person finds them as they were', () => {
    claimBrowser('ada')
    localStorage.setItem('gya.sidebar', 'closed')
    claimBrowser('ada')
    expect(settings()).toEqual({ 'gya.sidebar': 'closed' })
  })

  test('the next person finds none of them, and the first finds them again', () => {
    claimBrowser('ada')
    localStorage.setItem('gya.sidebar', 'closed')
    localStorage.setItem('gya.report.size', '25')
    claimBrowser('bea')
    expect(settings()).toEqual({})
    localStorage.setItem('gya.colour-scheme', 'dark')
    claimBrowser('ada')
    expect(settings()).toEqual({ 'gya.sidebar': 'closed', 'gya.report.size': '25' })
    claimBrowser('bea')
    expect(settings()).toEqual({ 'gya.colour-scheme': 'dark' })
  })

  test('settings that nobody owns are nobody’s, and what cannot be read back is forgotten', () => {
    localStorage.setItem('gya.sidebar', 'closed')
    localStorage.setItem('gya-of:ada', 'not json')
    claimBrowser('ada')
    expect(settings()).toEqual({})
  })
})

describe('What a tab remembers is one person’s', () => {
  test('a draft and a place are there after signing in again, and not for somebody else', () => {
    claimBrowser('ada')
    sessionStorage.setItem('gya.draft.company-create', '{"name":"Larkmead"}')
    sessionStorage.setItem('gya.place', '{"branch":"b"}')
    claimBrowser('ada')
    expect(sessionStorage.getItem('gya.draft.company-create')).toBe('{"name":"Larkmead"}')
    claimBrowser('bea')
    expect(sessionStorage.getItem('gya.draft.company-create')).toBeNull()
    expect(sessionStorage.getItem('gya.place')).toBeNull()
  })

  test('a tab that was left open is cleared although another tab has made the browser the newcomer’s', () => {
    claimBrowser('ada')
    sessionStorage.setItem('gya.place', '{"branch":"b"}')
    localStorage.setItem('gya.owner', 'bea')
    claimBrowser('bea')
    expect(sessionStorage.getItem('gya.place')).toBeNull()
  })
})
