import { afterEach, describe, expect, test } from 'vitest'
import { nextPath } from './next-path.ts'

const origin = 'https://app.gya.example'
const after = (next: string) => nextPath(`?next=${encodeURIComponent(next)}`, origin)

describe('nextPath returns the page that was open before', () => {
  test.each([['/property/offers?propertyId=1&page=2#history'], ['/company/report'], ['/']])('%s', (path) => {
    expect(after(path)).toBe(path)
  })
})

describe('nextPath in Chrome 125, which has no URL.parse', () => {
  const { parse } = URL
  afterEach(() => {
    URL.parse = parse
  })
  test('accepts paths of this site only', () => {
    Reflect.deleteProperty(URL, 'parse')
    expect(after('/company/report')).toBe('/company/report')
    expect(after('https://evil.example/')).toBe('/')
  })
})

describe('nextPath accepts paths of this site only, otherwise returns /', () => {
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

  test('without next', () => {
    expect(nextPath('?ended=1', origin)).toBe('/')
  })

  test('not the sign-in site itself', () => {
    expect(after('/login?ended=1')).toBe('/')
  })
})
