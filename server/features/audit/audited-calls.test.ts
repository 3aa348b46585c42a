import { isWrite } from '@gya/domain/endpoint.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import { auditKinds } from '@gya/domain/features/audit/audit-kinds.ts'
import { expect, test } from 'vitest'
import { auditedCalls } from './audited-calls.ts'

const changingOrExporting = endpoints.filter(({ call }) => isWrite(call) || call.responseTypes || call.redirects)

test('auditedCalls lists every call that changes or exports something', () => {
  const names = changingOrExporting.map(({ feature, name }) => `${feature}.${name}`)
  expect(Object.keys(auditedCalls).toSorted()).toEqual(names.toSorted())
})

test('auditedCalls audits every call that returns a file, except pictures, calendars, the change stream and e-mails as they looked', () => {
  const silent = changingOrExporting.filter(
    ({ call, feature, name }) => call.responseTypes && typeof auditedCalls[`${feature}.${name}`] === 'string',
  )
  expect(
    silent
      .map(({ call }) => call.responseTypes?.join() ?? '')
      .filter((type) => !['image/webp', 'text/calendar', 'text/event-stream', 'text/html'].includes(type)),
  ).toEqual([])
})

test('every audit kind is used by some call', () => {
  const written = new Set(Object.values(auditedCalls).flatMap((kinds) => (typeof kinds === 'string' ? [] : kinds)))
  const notOfOneCall = [
    'support-access',
    'new-device',
    'recipient-refused',
    'operator-link',
    'identity-confirmed',
    'identity-refused',
    // Written by nightly jobs.
    'checkpoint-not-sent',
    'retention-applied',
    'bank-details-shown',
    // Once a day and person, by the list of the register.
    'register-read',
    'assistant-call',
  ]
  expect(Object.keys(auditKinds).filter((kind) => !written.has(kind as never) && !notOfOneCall.includes(kind))).toEqual([])
})
