import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { importFiles } from '../../../perf/import-files.ts'
import { type Fixtures, openFixtures } from '../../../test/support/fixtures.ts'
import { importLimits } from './files/import-limits.ts'
import { ImportClient } from './testing/import-client.ts'

/** "50,000 rows a file." [connect §1.6](docs/design/connect.md#1.6). */

let fixtures: Fixtures
beforeAll(async () => {
  fixtures = await openFixtures()
})
afterAll(() => fixtures.close())

const every = 5_000

/**
 * The benchmark's file of properties with a cell to be left empty and three errors in every 5,000 rows; of each error its line and its
 * column, or its message.
 */
function linesWithErrors(rows: number): { content: string; errors: [number, string][]; emptied: number[] } {
  const [properties] = importFiles({ properties: rows, sales: 0, viewings: 0 })
  const lines = (properties?.content ?? '').split('\n')
  const errors: [number, string][] = []
  const emptied: number[] = []
  const spoil = (line: number, change: (cells: string[]) => void, message?: string) => {
    const cells = (lines[line - 1] ?? '').split(',')
    change(cells)
    lines[line - 1] = cells.join(',')
    if (message === undefined) emptied.push(line)
    else errors.push([line, message])
  }
  for (let from = 0; from < rows; from += every) {
    spoil(from + 10, (cells) => (cells[4] = '-500000'), 'Price')
    spoil(from + 1_000, (cells) => (cells[5] = '31/02/2024'))
    spoil(
      from + 2_500,
      (cells) => (cells[0] = `B${from + 2_497}`),
      `The same as line ${from + 2_499}, by its reference alone: the address is another.`,
    )
    spoil(from + 4_000, (cells) => cells.push('more', 'than', 'the', 'head'), 'This line has 16 values, the header 12.')
  }
  return { content: lines.join('\n'), errors, emptied }
}

describe('A CSV of 50,000 rows', () => {
  test('is read and checked completely: each error and each cell left empty is reported at its line, and every other row can be written', async () => {
    const { content, errors, emptied } = linesWithErrors(importLimits.rows)
    const client = await ImportClient.open(fixtures)
    // Three imports may be open: the next test opens another even if this one fails.
    onTestFinished(() => client.remove())
    const fileId = await client.upload({ content })
    expect((await client.read()).files).toMatchObject([{ state: 'read', rows: importLimits.rows, missing: [] }])
    await client.map(fileId, { strict: ['Price'] })
    const checked = await client.check()
    expect(checked).toMatchObject({
      state: 'checked',
      counts: {
        rows: importLimits.rows,
        error: errors.length,
        create: importLimits.rows - errors.length,
        duplicate: 0,
        skip: 0,
        emptied: emptied.length,
      },
      files: [{ errors: errors.length }],
    })
    const found = (await client.rows({ decision: 'error' })).map(({ rowNo, issues: [first] }) => [
      rowNo,
      first?.column ?? first?.message,
    ])
    expect(found).toEqual(errors)
    expect((await client.rows({ level: 'empty' })).map(({ rowNo }) => rowNo)).toEqual(emptied)
  })

  test('with one more row is refused with a message', async () => {
    const { content } = linesWithErrors(importLimits.rows + 1)
    const client = await ImportClient.open(fixtures)
    await client.upload({ content })
    const { files } = await client.read()
    expect(files).toMatchObject([{ state: 'failed', rows: 0 }])
    expect(files[0]?.failure).toContain('50,000')
  })
})
