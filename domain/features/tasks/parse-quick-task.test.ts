import { expect, test } from 'vitest'
import { parseQuickTask } from './parse-quick-task.ts'

/** Wednesday. */
const today = '2025-11-05'

test.each([
  ['ring Nettlefold re searches tomorrow 10:00', 'ring Nettlefold re searches', '2025-11-06', '10:00'],
  ['order boards today', 'order boards', '2025-11-05', null],
  ['send leasehold pack by Friday', 'send leasehold pack', '2025-11-07', null],
  ['call on mon at 9:30', 'call', '2025-11-10', '09:30'],
  ['call the broker wed', 'call the broker', '2025-11-12', null],
  ['chase 12/11', 'chase', '2025-11-12', null],
  ['chase 3/2', 'chase', '2026-02-03', null],
  ['chase 29/2', 'chase 29/2', null, null],
  ['chase 04/11/2025', 'chase', '2025-11-04', null],
  ['ring back 15:00', 'ring back', '2025-11-05', '15:00'],
  ['ring back at 15:00 on Friday', 'ring back', '2025-11-07', '15:00'],
  ['send update end of month', 'send update', '2025-11-30', null],
  ['ring the lender next mon 9:00', 'ring the lender', '2025-11-10', '09:00'],
  ['chase in 2 weeks', 'chase', '2025-11-19', null],
  ['plan the week', 'plan the week', null, null],
  ['send 2 keys', 'send 2 keys', null, null],
  ['send 27/31 Ash Road', 'send 27/31 Ash Road', null, null],
  ['ask about Sunday’s viewing', 'ask about Sunday’s viewing', null, null],
  ['meet at 25:10', 'meet at 25:10', null, null],
  ['tomorrow', 'tomorrow', null, null],
  ['  two   spaces ', 'two spaces', null, null],
])('parseQuickTask: %s', (line, title, dueOn, dueAt) => {
  expect(parseQuickTask(line, today)).toEqual({ title, dueOn, dueAt })
})
