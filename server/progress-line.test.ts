import { expect, test } from 'vitest'
import { progressLine } from './progress-line.mjs'

function startOn(stream: { isTTY?: boolean; columns?: number }): string {
  let written = ''
  const progress = progressLine({ ...stream, write: (text: string) => (written += text) })
  progress.step('Building the web app')
  progress.step('Migrating')
  progress.print('GYA is ready')
  progress.step('Filling')
  progress.finish()
  progress.step('Reconnecting')
  return written
}

test('Without a terminal every step is a line', () => {
  expect(startOn({})).toBe('Building the web app\nMigrating\nGYA is ready\nFilling\nReconnecting\n')
})

test('On a terminal a step replaces the previous one and never wraps; printed lines stay', () => {
  const removed = '\r\u001B[2K'
  expect(startOn({ isTTY: true, columns: 10 })).toBe(
    `${removed}Building ${removed}Migrating${removed}GYA is ready\n${removed}Filling${removed}Reconnecting\n`,
  )
})
