import { describe, expect, test } from 'vitest'
import { describeUndoConflict, whyNotUndo, whyNotUndoSent } from './undo.rules.ts'

const at = '2025-11-05T10:00:00.000Z'

describe('whyNotUndo', () => {
  test('"409 UNDO_TOO_LATE after 8 hours"', () => {
    expect(whyNotUndo({ at, undoneOn: null }, '2025-11-05T18:00:00.000Z')).toBeNull()
    expect(whyNotUndo({ at, undoneOn: null }, '2025-11-05T18:00:00.001Z')).toBe('UNDO_TOO_LATE')
  })

  test('ALREADY_UNDONE, also later', () => {
    expect(whyNotUndo({ at, undoneOn: '2025-11-05T10:01:00.000Z' }, '2025-11-06T10:00:00.000Z')).toBe('ALREADY_UNDONE')
  })
})

test('"UNDO_OVERTAKEN names who changed it"', () => {
  const what = 'Searches back at 12 High Street'
  expect(describeUndoConflict({ what, by: 'Anna Bell', on: at })).toBe(
    'Anna Bell has changed Searches back at 12 High Street since.',
  )
  expect(describeUndoConflict({ what, by: null, on: null })).toBe('Somebody has changed Searches back at 12 High Street since.')
})

test('"MAIL_ALREADY_SENT: nothing is undone; with `rest` all else is"', () => {
  expect(whyNotUndoSent(0, false)).toBeNull()
  expect(whyNotUndoSent(1, false)).toBe('MAIL_ALREADY_SENT')
  expect(whyNotUndoSent(1, true)).toBeNull()
})
