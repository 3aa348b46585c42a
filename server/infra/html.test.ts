import fc from 'fast-check'
import { expect, test } from 'vitest'
import { html } from './html.ts'

test('html escapes interpolated text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', ' ', '=') }), (typed) => {
      expect(html`${typed}`.text).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/)
    }),
  )
})

test('html does not escape interpolated Html', () => {
  const cells = ['<b>', 2].map((cell) => html`<td>${cell}</td>`)
  expect(html`<tr title="${'"'}">${cells}</tr>`.text).toBe('<tr title="&quot;"><td>&lt;b&gt;</td><td>2</td></tr>')
})
