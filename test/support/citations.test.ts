import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

/**
 * Comments and documents cite the designs in `docs/design` by links such as [day §4](docs/design/day.md#4): in code from the root of the
 * repository, in Markdown from the folder of the file. Decisions are cited by number.
 */

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** Designs keep their words, and a migration that was applied must not change. */
const isFixed = (path: string) => path.startsWith('docs/design/') || path.startsWith('server/db/migrations/')
const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(tsx?|mts|mjs|css|sql|md)$/.test(path) && !isFixed(path) && existsSync(join(root, path)))
  .map((path) => ({ path, text: read(path) }))

const anchorsByFile = new Map<string, Set<string>>()
/** What a link may name in a Markdown file: explicit anchors, and headings as GitHub names them. */
function anchorsOf(path: string): Set<string> {
  const known = anchorsByFile.get(path)
  if (known) return known
  const text = read(path)
  const explicit = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .replace(/<[^>]*>/g, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- _]/gu, '')
      .replaceAll(' ', '-'),
  )
  const anchors = new Set([...explicit, ...headings])
  anchorsByFile.set(path, anchors)
  return anchors
}

/** Links within the repository, with the file that each one means. In code only those to `docs` are links. */
function linksOf({ path, text }: { path: string; text: string }) {
  const isMarkdown = path.endsWith('.md')
  return [...text.matchAll(/\[([^\]\n]+)\]\(([^()\s]+)\)/g)].flatMap(([link, label = '', address = '']) => {
    if (isMarkdown ? /^[a-z]+:/.test(address) : !address.startsWith('docs/')) return []
    const [file = '', anchor] = address.split('#')
    return [{ link, label, anchor, file: file === '' ? path : relative(root, join(root, isMarkdown ? dirname(path) : '', file)) }]
  })
}

test('each link to a file of the repository names a file and a heading that exist', () => {
  const broken = sources.flatMap((source) =>
    linksOf(source).flatMap(({ link, file, anchor }) => {
      const resolves =
        existsSync(join(root, file)) && (anchor === undefined || !file.endsWith('.md') || anchorsOf(file).has(anchor))
      return resolves ? [] : [`${source.path}: ${link}`]
    }),
  )
  expect(broken).toEqual([])
})

test('a citation of a design names the document and the section that it links to', () => {
  const cited = sources.flatMap((source) => linksOf(source).map((link) => ({ ...link, path: source.path })))
  const sections = cited.filter(({ file, label }) => file.startsWith('docs/design/') && label.includes('§'))
  const wrong = sections.filter(
    ({ label, file, anchor }) => label !== `${file.slice('docs/design/'.length, -'.md'.length)} §${anchor}`,
  )
  expect(wrong.map(({ path, link }) => `${path}: ${link}`)).toEqual([])
  expect(sections.length).toBeGreaterThan(600)
})

test('no citation of a design is without its link', () => {
  const design =
    /\b(connect|day|trust|forecast|seat|house|sign-in|one[- ]way)( design)?,? sections? \d|\b(domain decision[s]|wire specificatio[n])\b/gi
  const document = /\b(reports|property|administration) document,? (sections? \d|")/gi
  const meeting = /(?<!\[)\bmeeting points\b(?! ?§|[^\]\n]{0,40}\]\()/gi
  const unlinked = sources.flatMap(({ path, text }) => {
    const inOneLine = text.replace(/\s*\n\s*(\*(?!\/)|\/\/|--|#)?\s*/g, ' ')
    return [design, document, meeting].flatMap((pattern) =>
      [...inOneLine.matchAll(pattern)].map(([found]) => `${path}: ${found}`),
    )
  })
  expect(unlinked).toEqual([])
})

test('each decision that is cited by its number exists', () => {
  const decisions = new Set(
    execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'docs/decisions'], { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter((path) => path.endsWith('.md') && existsSync(join(root, path)))
      .flatMap((path) => [...read(path).matchAll(/^##? (?:<a id="\d+"><\/a>)?(\d+)\. /gm)].map(([, number = '']) => number)),
  )
  const missing = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\b[Dd]ecisions? (\d+)\b/g)].flatMap(([found, number = '']) =>
      decisions.has(number) ? [] : [`${path}: ${found}`],
    ),
  )
  expect(missing).toEqual([])
})
