import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '../../web')

const selectors = globSync('**/*.css', { cwd: web, exclude: ['dist/**', 'node_modules/**'] }).flatMap((file) =>
  readFileSync(join(web, file), 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .split(/[{};]/)
    .map((part) => part.trim().replaceAll(/\s+/g, ' '))
    .filter((part) => part.includes('*') && !part.startsWith('@'))
    .map((selector) => `${file}: ${selector}`),
)

test('finds selectors of the style sheets', () => {
  expect(selectors).toContain('ui/styles/table.css: .tbl tbody tr.sel > *, .tbl tbody tr.sel:hover > *')
})

test('no selector with :has() ends in a universal selector: each change below its subject would restyle the whole page', () => {
  expect(selectors.filter((selector) => /:has\([^,]*[ >+~]\*(,|$)/.test(selector))).toEqual([])
})

test('no universal selector follows + or ~: each added or removed element would restyle all that follow it', () => {
  expect(selectors.filter((selector) => /[+~] ?\*/.test(selector))).toEqual([])
})

test('no two features style the same class: style sheets stay loaded, so the second would restyle the pages of the first', () => {
  const featuresOf = new Map<string, Set<string>>()
  for (const file of globSync('features/**/*.css', { cwd: web })) {
    const text = readFileSync(join(web, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
    const feature = file.split('/')[1] ?? ''
    for (const [, group = ''] of text.matchAll(/([^{};]+)\{/g))
      for (const selector of group.split(',')) {
        // A class alone, or the icons in it: any other selector names an enclosing element or a state.
        const [, name] = /^\.([\w-]+)( svg)?$/.exec(selector.trim()) ?? []
        if (name) featuresOf.set(name, (featuresOf.get(name) ?? new Set()).add(feature))
      }
  }
  const shared = [...featuresOf].filter(([, features]) => features.size > 1)
  expect(shared.map(([name, features]) => `.${name}: ${[...features].join(', ')}`)).toEqual([])
})
