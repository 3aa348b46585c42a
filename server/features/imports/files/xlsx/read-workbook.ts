import { posix } from 'node:path'
import { notAllowed, unreadable } from '../import-file-error.ts'
import type { ZipArchive } from '../zip-entries.ts'
import { type NumberFormat, numberFormatOf, plainNumber } from './number-format.ts'
import { attributeOf, isTrue, parseXml } from './parse-xml.ts'

export type Workbook = {
  /** Visible sheets, with the path of their entry. */
  sheets: { name: string; path: string }[]
  hiddenSheets: string[]
  /** Days are counted from 1 January 1904. */
  isFrom1904: boolean
  /** By the number of a cell's style. */
  formats: NumberFormat[]
  /** Path of the shared strings; null if there are none. */
  sharedStrings: string | null
}

const maxSheets = 255
const maxFormats = 65_536

/** Reads the parts of a workbook that describe its sheets. [connect §1.2](docs/design/connect.md#1.2). */
export async function readWorkbook(zip: ZipArchive): Promise<Workbook> {
  // Some writers spell the names of parts in other capitals than the parts themselves.
  const entries = new Map(zip.entries.map(({ name }) => [name.toLowerCase(), name]))
  const find = (path: string): string | null => entries.get(path.toLowerCase()) ?? null
  const packagePath = find('_rels/.rels')
  const parts = packagePath === null ? [] : await readRelations(zip, packagePath, '')
  // Programs other than Excel may put it elsewhere than in "xl".
  const named = parts.find(({ type }) => type.endsWith('/officeDocument'))?.target
  const workbookPath = find(named ?? 'xl/workbook.xml') ?? find('xl/workbook.xml')
  if (workbookPath === null) throw notAllowed('This is a workbook of a kind that GYA does not read. Save it as .xlsx or .csv.')
  const folder = posix.dirname(workbookPath)
  const relationsPath = find(posix.join(folder, '_rels', `${posix.basename(workbookPath)}.rels`))
  const relations = relationsPath === null ? [] : await readRelations(zip, relationsPath, folder)
  const targetOf = (type: string): string | null => {
    const target = relations.find((relation) => relation.type.endsWith(`/${type}`))?.target
    const fallback = posix.join(folder, `${type}.xml`)
    return find(target ?? fallback) ?? find(fallback)
  }
  const { sheets, isFrom1904 } = await readSheets(zip, workbookPath)
  const found = sheets.flatMap(({ name, id, isHidden }) => {
    const relation = relations.find((one) => one.id === id)
    // Charts and macros have sheets without cells.
    return relation?.type.endsWith('/worksheet') ? [{ name, path: find(relation.target) ?? relation.target, isHidden }] : []
  })
  if (found.length > maxSheets) throw unreadable(`This workbook has ${found.length} sheets. The most is ${maxSheets}.`)
  const styles = targetOf('styles')
  return {
    sheets: found.filter(({ isHidden }) => !isHidden).map(({ name, path }) => ({ name, path })),
    hiddenSheets: found.filter(({ isHidden }) => isHidden).map(({ name }) => name),
    isFrom1904,
    formats: styles === null ? [plainNumber] : await readFormats(zip, styles),
    sharedStrings: targetOf('sharedStrings'),
  }
}

const ignore = (): void => undefined

type Relation = { id: string; type: string; target: string }

/** Their targets are paths from the folder of the part that has them, or from the root of the archive. */
async function readRelations(zip: ZipArchive, path: string, folder: string): Promise<Relation[]> {
  const relations: Relation[] = []
  await parseXml(await zip.open(path), {
    open(name, attributes) {
      if (name !== 'Relationship') return
      if (relations.length > maxFormats) throw unreadable('This workbook has too many parts.')
      const target = attributeOf(attributes, 'Target') ?? ''
      relations.push({
        id: attributeOf(attributes, 'Id') ?? '',
        type: attributeOf(attributes, 'Type') ?? '',
        target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
      })
    },
    close: ignore,
    text: ignore,
  })
  return relations
}

async function readSheets(zip: ZipArchive, path: string) {
  const sheets: { name: string; id: string; isHidden: boolean }[] = []
  let isFrom1904 = false
  await parseXml(await zip.open(path), {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = isTrue(attributeOf(attributes, 'date1904'))
      if (name !== 'sheet') return
      if (sheets.length > maxFormats) throw unreadable(`This workbook has more than ${maxSheets} sheets.`)
      sheets.push({
        name: attributeOf(attributes, 'name') ?? '',
        id: attributeOf(attributes, 'id') ?? '',
        isHidden: /^(very)?hidden$/i.test(attributeOf(attributes, 'state') ?? ''),
      })
    },
    close: ignore,
    text: ignore,
  })
  return { sheets, isFrom1904 }
}

async function readFormats(zip: ZipArchive, path: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>()
  const formats: NumberFormat[] = []
  let isInCells = false
  await parseXml(await zip.open(path), {
    open(name, attributes) {
      const id = Number(attributeOf(attributes, 'numFmtId') ?? 0)
      if (name === 'numFmt') codes.set(id, (attributeOf(attributes, 'formatCode') ?? '').slice(0, 1000))
      if (name === 'cellXfs') isInCells = true
      if (name === 'xf' && isInCells) formats.push(numberFormatOf(id, codes.get(id)))
      if (formats.length > maxFormats || codes.size > maxFormats) throw unreadable('This workbook has too many styles.')
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
    text: ignore,
  })
  return formats
}
