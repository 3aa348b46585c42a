import { errorCellWithoutResult } from '@gya/domain/features/imports/error-cell.ts'
import { headerRows } from '@gya/domain/features/imports/find-header.ts'
import { tooManyRows, unreadable } from '../import-file-error.ts'
import { importLimits } from '../import-limits.ts'
import type { TabularRow } from '../tabular-file.ts'
import type { ZipArchive } from '../zip-entries.ts'
import { cellText } from './cell-text.ts'
import { plainNumber } from './number-format.ts'
import { attributeOf, parseXml } from './parse-xml.ts'
import type { Workbook } from './read-workbook.ts'

/** The size of a sheet in Excel. */
const sheetRows = 1_048_576
const sheetColumns = 16_384

const maxSharedStrings = 5_000_000

/** The filled rows of a sheet. `merged`: its number of merged ranges. */
export type Sheet = { rows: TabularRow[]; merged: number }

/** Reads the filled rows of a sheet in one pass. References, counts and the amount of text are checked before a row is stored. */
export async function readSheet(zip: ZipArchive, workbook: Workbook, path: string): Promise<Sheet> {
  const strings = workbook.sharedStrings === null ? [] : await readSharedStrings(zip, workbook.sharedStrings)
  const reader = new SheetReader(workbook, strings)
  await parseXml(await zip.open(path), reader)
  return { rows: reader.rows, merged: reader.merged }
}

/** Adds up lengths of texts. A short file can name one long text many times. */
function textLimit(): (length: number) => void {
  let total = 0
  return (length) => {
    total += length
    if (total > importLimits.textLength)
      throw unreadable(
        `This sheet has more than ${importLimits.textLength / 1_000_000} million characters. Split it into several files.`,
      )
  }
}

async function readSharedStrings(zip: ZipArchive, path: string): Promise<string[]> {
  const strings: string[] = []
  const count = textLimit()
  let parts: string[] = []
  let phonetic = 0
  let isText = false
  await parseXml(await zip.open(path), {
    open(name) {
      if (name === 'si') parts = []
      if (name === 'rPh') phonetic += 1
      isText = name === 't' && phonetic === 0
    },
    close(name) {
      if (name === 'rPh') phonetic -= 1
      if (name === 't') isText = false
      if (name !== 'si') return
      strings.push(unescapeText(parts.join('')))
      if (strings.length > maxSharedStrings) throw unreadable('This workbook has too many texts. Split it into several files.')
    },
    text(text) {
      if (!isText) return
      count(text.length)
      parts.push(text)
    },
  })
  return strings
}

/** `_x000D_` is how Excel writes characters that XML does not allow; NUL stays as it is written. */
const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (all, code: string) =>
        Number(`0x${code}`) === 0 ? all : String.fromCharCode(Number(`0x${code}`)),
      )
    : text

class SheetReader {
  readonly rows: TabularRow[] = []
  merged = 0
  readonly #workbook: Workbook
  readonly #strings: readonly string[]
  readonly #count = textLimit()
  #rowNo = 0
  #row = new Map<number, string>()
  #column = 0
  #type = 'n'
  #style = 0
  #value: string[] = []
  #hasFormula = false
  #hasValue = false
  #isText = false
  #phonetic = 0

  constructor(workbook: Workbook, strings: readonly string[]) {
    this.#workbook = workbook
    this.#strings = strings
  }

  open = (name: string, attributes: string): void => {
    switch (name) {
      case 'row':
        this.#openRow(attributes)
        break
      case 'c':
        this.#openCell(attributes)
        break
      case 'f':
        this.#hasFormula = true
        break
      case 'v':
        this.#hasValue = true
        this.#isText = true
        break
      case 't':
        this.#isText = this.#phonetic === 0
        break
      case 'rPh':
        this.#phonetic += 1
        break
      case 'mergeCell':
        this.merged += 1
        break
      default:
    }
  }

  close = (name: string): void => {
    if (name === 'v' || name === 't') this.#isText = false
    else if (name === 'rPh') this.#phonetic -= 1
    else if (name === 'c') this.#closeCell()
    else if (name === 'row') this.#closeRow()
  }

  text = (text: string): void => {
    if (!this.#isText) return
    this.#count(text.length)
    this.#value.push(text)
  }

  #openRow(attributes: string): void {
    const given = attributeOf(attributes, 'r')
    const rowNo = given === undefined ? this.#rowNo + 1 : Number(given)
    if (!Number.isInteger(rowNo) || rowNo < 1 || rowNo > sheetRows)
      throw unreadable(`This sheet has a row with the number "${(given ?? String(rowNo)).slice(0, 20)}", which no sheet has.`)
    if (rowNo <= this.#rowNo)
      throw unreadable(`The rows of this sheet are not in order: row ${rowNo} follows row ${this.#rowNo}.`)
    this.#rowNo = rowNo
    this.#row = new Map()
    this.#column = 0
  }

  #openCell(attributes: string): void {
    const given = attributeOf(attributes, 'r')
    const column = given === undefined ? this.#column + 1 : columnOf(given)
    if (column === null || column > sheetColumns)
      throw unreadable(`This sheet has a cell with the reference "${(given ?? '').slice(0, 20)}", which no sheet has.`)
    if (this.#row.has(column)) throw unreadable(`This sheet has two cells with the reference "${given}".`)
    this.#column = column
    this.#type = attributeOf(attributes, 't') ?? 'n'
    this.#style = Number(attributeOf(attributes, 's') ?? 0)
    this.#value = []
    this.#hasFormula = false
    this.#hasValue = false
  }

  #closeCell(): void {
    const text = this.#textOfCell(this.#value.join(''))
    if (text.trim() === '') return
    // The text of the cell itself is counted while it is read.
    if (this.#type === 's') this.#count(text.length)
    this.#row.set(this.#column, text)
  }

  #textOfCell(value: string): string {
    if (this.#hasFormula && !this.#hasValue) return errorCellWithoutResult
    switch (this.#type) {
      case 's':
        return this.#strings[Number(value)] ?? ''
      case 'inlineStr':
      case 'str':
        return unescapeText(value)
      case 'b':
        return value.trim() === '1' || value.trim() === 'true' ? 'true' : value.trim() === '' ? '' : 'false'
      case 'd':
        return value.trim().replace(/T00:00(:00(\.0+)?)?Z?$/, '')
      case 'e':
        return value.trim()
      default:
        return cellText(value, this.#workbook.formats[this.#style] ?? plainNumber, this.#workbook.isFrom1904)
    }
  }

  #closeRow(): void {
    if (this.#row.size === 0) return
    if (this.rows.length > importLimits.rows + headerRows) throw tooManyRows()
    // One more column than a file may have shows that there are too many.
    const width = Math.min(Math.max(...this.#row.keys()), importLimits.columns + 1)
    const cells = Array.from({ length: width }, (_cell, at) => this.#row.get(at + 1) ?? '')
    this.rows.push({ rowNo: this.#rowNo, cells, problem: null })
  }
}

/** The number of a column from a reference such as "AB12"; null if it is not one. */
function columnOf(reference: string): number | null {
  const [, letters] = /^\$?([A-Za-z]{1,3})\$?\d{1,7}$/.exec(reference) ?? []
  if (letters === undefined) return null
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column
}
