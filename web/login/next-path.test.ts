import { afterEach, describe, expect, test } from 'vitest'
import { nextPath } from './next-path.ts'

const origin = 'https://app.gya.example'
const after = (next: string) => nextPath(`?next=${encodeURIComponent(next)}`, origin)

describe('After signing in one goes back to where one was', () => {
  test.each([['/property/offers?propertyId=1&page=2#history'], ['/company/report'], ['/']])('%s', (path) => {
    expect(after(path)).toBe(path)
  })
})

describe('In Chrome 125, which has no URL.parse', () => {
  const { parse } = URL
  afterEach(() => {
    URL.parse = parse
  })
  test('the path of this site is followed too', () => {
    Reflect.deleteProperty(URL, 'parse')
    expect(after('/company/report')).toBe('/company/report')
    expect(after('https://evil.example/')).toBe('/')
  })
})

describe('Only a path of this site is followed; anything else leads to the start page', () => {
  test.each([
    ['//evil.example/'],
    ['/\\evil.example'],
    ['https://evil.example/'],
    ['javascript:alert(1)'],
    ['property/offers'],
    ['/\t/evil.example'],
    ['/..//evil.example'],
    [''],
  ])('%s', (path) => {
    expect(after(path)).toBe('/')
  })

  test('no next at all', () => {
    expect(nextPath('?ended=1', origin)).toBe('/')
  })

  test('the sign-in site itself, which would go round in circles', () => {
    expect(after('/login?ended=1')).toBe('/')
  })
})
