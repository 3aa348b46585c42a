import { expect, test } from 'vitest'
import { evaluateMail, sumOf } from '../../scripts/evaluate-mail.ts'

/** "Wrong sale filed: 0 of 600; right sale ≥ 98 %; filed by themselves ≥ 85 %". [mail-in §16](docs/design/mail-in.md#16). */
test('Generated e-mails: none on a wrong sale, nearly all on the right one, frauds warned of, few false proposals', async () => {
  const { byStyle, proposals, notes, frauds, fraudsWarned, honest, honestWarned } = await evaluateMail([1, 31])
  const all = Object.values(byStyle)
  const share = (part: number, whole: number): number => part / whole
  expect(sumOf(all, 'all')).toBe(1200)
  expect(notes.filter((note) => /WRONG|FRAUD/.test(note))).toEqual([])
  expect(share(sumOf(all, 'right'), sumOf(all, 'about'))).toBeGreaterThanOrEqual(0.98)
  // Those that point to two sales, or whose sender is not who it says, must wait.
  expect(share(sumOf(all, 'filed'), sumOf(all, 'mayFile'))).toBeGreaterThanOrEqual(0.85)
  for (const [style, { filed, mayFile }] of Object.entries(byStyle))
    expect({ style, isFew: filed < 0.8 * mayFile }).toEqual({ style, isFew: false })
  const kinds = Object.values(proposals)
  expect(share(sumOf(kinds, 'right'), sumOf(kinds, 'made'))).toBeGreaterThanOrEqual(0.95)
  expect(share(sumOf(kinds, 'right'), sumOf(kinds, 'due'))).toBeGreaterThanOrEqual(0.8)
  expect([frauds, fraudsWarned]).toEqual([120, 120])
  expect(share(honestWarned, honest)).toBeLessThanOrEqual(6 / 300)
})
