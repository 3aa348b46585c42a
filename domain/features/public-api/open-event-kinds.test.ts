import { describe, expect, test } from 'vitest'
import { type EventKind, eventKinds } from '../events/event-kinds.ts'
import { openEventKinds, openEventTypes, openFacts, openTypesOf, recordKindsOf } from './open-event-kinds.ts'

describe('Mapping of record kinds to event types', () => {
  test('every kind about properties is mapped, or has a reason for not being sent', () => {
    const kinds = Object.entries(eventKinds).flatMap(([kind, { group }]) => (group === 'company' ? [] : [kind as EventKind]))
    expect(kinds.filter((kind) => openEventKinds[kind] === undefined)).toEqual([])
  })

  test('exchange and completion are sent in addition to step.changed', () => {
    expect(openTypesOf('step-changed', { key: 24, to: 'C' })).toEqual(['step.changed', 'sale.exchanged'])
    expect(openTypesOf('step-changed', { key: 25, to: 'C' })).toEqual(['step.changed', 'sale.completed'])
    expect(openTypesOf('step-changed', { key: 25, to: 'IP' })).toEqual(['step.changed'])
    expect(openTypesOf('conversation-logged', {})).toEqual([])
    expect(openTypesOf('member-added', {})).toEqual([])
  })

  test('every type belongs to a kind', () => {
    expect(openEventTypes.filter((type) => recordKindsOf([type]).length === 0)).toEqual([])
  })

  test('facts are ids, codes, days and amounts in pounds', () => {
    const id = '019cd714-f23b-7000-8000-0000000000aa'
    const data = {
      offerId: id,
      name: 'Rowan Teal',
      amount: 20_000_000,
      on: '2026-03-10',
      from: 'IP',
      to: 'Rowan Teal',
      tel: '01632 960001',
    }
    expect(openFacts('offer-added', data)).toEqual({ offerId: id, amount: 200_000, on: '2026-03-10', from: 'IP' })
    const fallOff = { fallOffId: id, amount: 20_000_000, expectedFee: 250_000 }
    expect(openFacts('fall-off', fallOff)).toEqual({ fallOffId: id, amount: 200_000 })
    const filed = {
      mailInId: id,
      from: 'jane@law.example',
      subject: 'Searches',
      role: 'buyerSolicitor',
      kind: 'mail',
      files: 2,
      reason: 'their-ref',
    }
    const facts = { mailInId: id, role: 'buyerSolicitor', kind: 'mail', files: 2, reason: 'their-ref' }
    expect(openFacts('mail-filed', filed)).toEqual(facts)
    expect(openFacts('completion-date-set', { reason: 'Illness' })).toEqual({})
    expect(openFacts('note-added', { noteId: id, message: 'No', deep: { name: 'x' }, list: ['x'] })).toEqual({ noteId: id })
  })
})
