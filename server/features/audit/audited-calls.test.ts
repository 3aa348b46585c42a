import { isWrite } from '@gya/domain/endpoint.ts'
import { endpoints } from '@gya/domain/endpoints.ts'
import { auditKinds } from '@gya/domain/features/audit/audit-kinds.ts'
import { expect, test } from 'vitest'
import { auditedCalls } from './audited-calls.ts'

const changingOrExporting = endpoints.filter(({ call }) => isWrite(call) || call.responseTypes)

test('every call that changes or exports something says what it writes to the audit, or why nothing', () => {
  const names = changingOrExporting.map(({ feature, name }) => `${feature}.${name}`)
  expect(Object.keys(auditedCalls).toSorted()).toEqual(names.toSorted())
})

test('every call that answers a file is audited, but for pictures and the stream of changes', () => {
  const silent = changingOrExporting.filter(
    ({ call, feature, name }) => call.responseTypes && typeof auditedCalls[`${feature}.${name}`] === 'string',
  )
  expect(
    silent.map(({ call }) => call.responseTypes?.join()).filter((type) => type !== 'image/webp' && type !== 'text/event-stream'),
  ).toEqual([])
})

test('every kind is written by some call, or is said of one', () => {
  const written = new Set(Object.values(auditedCalls).flatMap((kinds) => (typeof kinds === 'string' ? [] : kinds)))
  const notOfOneCall = [
    'support-access',
    'new-device',
    'recipient-refused',
    'operator-link',
    'identity-confirmed',
    'identity-refused',
  ]
  expect(Object.keys(auditKinds).filter((kind) => !written.has(kind as never) && !notOfOneCall.includes(kind))).toEqual([])
})
