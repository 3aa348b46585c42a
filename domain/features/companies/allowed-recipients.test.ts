import { expect, test } from 'vitest'
import { domainsNotAllowed } from './allowed-recipients.ts'

test('no domains named: documents go to any address', () => {
  expect(domainsNotAllowed([], ['a@anywhere.example'])).toEqual([])
})

test('only the domains named, in any case of letters, and none below them', () => {
  const addresses = ['a@LAW.example', 'b@mail.law.example', 'c@other.example', 'd@other.example']
  expect(domainsNotAllowed(['law.example'], addresses)).toEqual(['mail.law.example', 'other.example'])
})
