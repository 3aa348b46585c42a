import { strToU8, zipSync } from 'fflate'

const xml = (text: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`)
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Styles by number: 1 a day, 2 a day with time, 3 a percentage, 4 a time, 5 eleven digits, 6 a number with a quoted percent sign. */
const styles = `<numFmts count="2"><numFmt numFmtId="164" formatCode="00000000000"/><numFmt numFmtId="165" formatCode="0.0&quot;%&quot;"/></numFmts><fonts count="1"><font/></fonts><cellXfs count="7">${[0, 14, 22, 10, 20, 164, 165].map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join('')}</cellXfs>`

type Parts = {
  /** Rows of each sheet as XML. */
  rows: string[]
  /** XML after the rows of the first sheet. */
  after?: string
  names?: string[]
  /** Numbers of hidden sheets, from 0. */
  hidden?: number[]
  workbookPr?: string
  sharedStrings?: string
  styles?: string
  /** XML before the root element of the first sheet. */
  before?: string
  /** 0: not compressed, so that repetitions are not taken for a bomb. */
  level?: 0 | 6
}

/** A workbook whose rows are given as XML. */
export function makeWorkbook(parts: Parts): Uint8Array {
  const { rows, after = '', names = rows.map((_sheet, at) => `Sheet${at + 1}`), hidden = [], workbookPr = '' } = parts
  const sheets = rows.map(
    (_sheet, at) =>
      `<sheet name="${names[at]}" sheetId="${at + 1}" ${hidden.includes(at) ? 'state="hidden" ' : ''}r:id="rId${at + 1}"/>`,
  )
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  const files = {
    '[Content_Types].xml': xml(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    ),
    '_rels/.rels': xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${main}" xmlns:r="${office}">${workbookPr}<sheets>${sheets.join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.map((_sheet, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)).join('')}${relation('rIdS', 'styles', 'styles.xml')}${relation('rIdT', 'sharedStrings', '/xl/sharedStrings.xml')}</Relationships>`,
    ),
    'xl/styles.xml': xml(`<styleSheet xmlns="${main}">${parts.styles ?? styles}</styleSheet>`),
    ...(parts.sharedStrings && { 'xl/sharedStrings.xml': xml(`<sst xmlns="${main}">${parts.sharedStrings}</sst>`) }),
    ...Object.fromEntries(
      rows.map((sheet, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        xml(
          `${at === 0 ? (parts.before ?? '') : ''}<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData>${at === 0 ? after : ''}</worksheet>`,
        ),
      ]),
    ),
  }
  return zipSync(files, { level: parts.level ?? 6 })
}

export const textCell = (ref: string, value: string): string => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`

/** A row of texts, from column A. */
export const textRow = (rowNo: number, ...values: string[]): string =>
  `<row r="${rowNo}">${values.map((value, at) => textCell(`${String.fromCharCode(65 + at)}${rowNo}`, value)).join('')}</row>`
