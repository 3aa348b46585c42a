import { expect, test } from 'vitest'
import { createMailTransport, needsTls } from './smtp.ts'

test('createMailTransport requires TLS if a password would leave this machine', () => {
  expect(needsTls('smtp://user:secret@mail.example:587')).toBe(true)
  expect(needsTls('smtps://user:secret@mail.example')).toBe(true)
  // A relay in the local network without a password, and one on this machine.
  expect(needsTls('smtp://mail:1025')).toBe(false)
  expect(needsTls('smtp://user:secret@127.0.0.1:25')).toBe(false)
  expect(needsTls('smtp://user:secret@[::1]:25')).toBe(false)
  const transport = createMailTransport({ smtpUrl: 'smtp://user:secret@mail.example:587' })
  expect(transport?.options).toMatchObject({ requireTLS: true })
})
