import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../web/features/customer-checks')

test('under every text field of the register stands "Never write here that a report was made or considered."', () => {
  const others = readdirSync(folder)
    .filter((name) => name.endsWith('.tsx') && name !== 'register-text.tsx')
    .filter((name) => /<(TextField|TextAreaField|input|textarea)\b/.test(readFileSync(join(folder, name), 'utf8')))
  expect(others).toEqual([])
})
