import { expect, test } from 'vitest'
import { senderOf } from './sent-list.tsx'

test('an e-mail that nobody sent is automatic', () => {
  expect([senderOf({ sentBy: 'Tamsin Larkspur' }), senderOf({ sentBy: null })]).toEqual(['Tamsin Larkspur', 'Automatic'])
})
