import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'

/** docs/asvs.md answers each requirement of OWASP ASVS 5.0, levels 1 and 2, exactly once, and names only what exists. */
const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFile(join(root, path), 'utf8')

let required: string[]
let page: string
let answers: { id: string; answer: string }[]
beforeAll(async () => {
  required = (await read('test/security/asvs-requirements.txt')).trim().split('\n')
  page = await read('docs/asvs.md')
  answers = [...page.matchAll(/^\| (V\d+\.\d+\.\d+) \| (.+) \|$/gm)].map(([, id = '', answer = '']) => ({ id, answer }))
})

test('every requirement of levels 1 and 2 is answered exactly once, in order', () => {
  expect(required).toHaveLength(253)
  expect(answers.map(({ id }) => id)).toEqual(required)
})

test('every answer is of a known form', () => {
  const forms = [
    /^met: \S+\.(test|spec)\.tsx? › \S/,
    /^met by document: \S+\.md › \S/,
    /^by code: \S+ – \S/,
    /^not applicable: \S/,
    /^open: \S/,
  ]
  expect(answers.filter(({ answer }) => !forms.some((form) => form.test(answer)))).toEqual([])
})

test('named tests, headings and files exist', async () => {
  const wrong: string[] = []
  for (const { id, answer } of answers) {
    const [, form = '', file = '', place = ''] = /^(met|met by document|by code): (\S+)(?: [›–] (.+))?$/.exec(answer) ?? []
    if (form === '') continue
    if (!existsSync(join(root, file))) wrong.push(`${id}: ${file}`)
    else if (form === 'met' && !(await read(file)).includes(place)) wrong.push(`${id}: ${place}`)
    else if (form === 'met by document' && !(await read(file)).includes(`## ${place}\n`)) wrong.push(`${id}: ${place}`)
  }
  expect(wrong).toEqual([])
})

test('the page counts its answers', () => {
  const counted = (form: string) => answers.filter(({ answer }) => answer.startsWith(`${form}:`)).length
  expect(page).toContain(
    `${counted('met')} are met by a test, ${counted('met by document')} by a document, ${counted('by code')} by code, ` +
      `${counted('not applicable')} are not applicable, ${counted('open')} are open.`,
  )
})
