import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brandColours, contrast, parseHex } from './brand-colour.ts'

const rgb = (hex: string) => parseHex(hex) ?? [0, 0, 0]
const under = (base: string, veil: string) => {
  const [r = 0, g = 0, b = 0, share = 0] = (veil.match(/[\d.]+/g) ?? []).map(Number)
  const mixed = rgb(base).map((part, i) => Math.round(([r, g, b][i] ?? 0) * share + part * (1 - share)))
  return mixed as unknown as ReturnType<typeof rgb>
}

describe('Text on the brand colour always reaches 4.5:1', () => {
  test('for random colours, in both schemes, also hovered and current links', () => {
    const colour = fc
      .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
      .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)
    fc.assert(
      fc.property(colour, (picked) => {
        const { light, dark } = brandColours(picked)
        for (const scheme of [light, dark]) {
          expect(contrast(rgb(scheme.onBrand), rgb(scheme.brand))).toBeGreaterThanOrEqual(4.5)
          expect(contrast(rgb(scheme.onBrand2), rgb(scheme.brand))).toBeGreaterThanOrEqual(4.5)
          expect(contrast(rgb(scheme.onBrand), under(scheme.brand, scheme.active))).toBeGreaterThanOrEqual(4.5)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['#1b2b4b', '#ffffff'],
    ['#ffd400', '#151a24'],
    ['#ffffff', '#151a24'],
    ['#000000', '#ffffff'],
  ])('%s carries %s', (brand, on) => {
    expect(brandColours(brand).light.onBrand).toBe(on)
  })
})

test('brandColours uses the default colour for null and invalid values', () => {
  expect(brandColours('#1b2b4b').dark.brand).toBe('#151f32')
  for (const none of [null, undefined, '', 'navy', '#12345']) expect(brandColours(none)).toEqual(brandColours('#1b2b4b'))
})

test('brandColours adds a border to the button of a very light colour', () => {
  expect(brandColours('#fffdf5').edge).toBe('#818a99')
  expect(brandColours('#1b2b4b').edge).toBe('#1b2b4b')
})
