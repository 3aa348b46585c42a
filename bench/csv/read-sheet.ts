/** A cell as a spreadsheet program has it: a text, a number, a day, or nothing. */
export type SheetCell = string | number | { day: string } | null
export type Sheet = { rows: SheetCell[][]; formulas: string[] }

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decodeXml = (xml: string): string =>
  xml
    .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_all, count: string | undefined) => ' '.repeat(Number(count ?? 1)))
    .replace(/<text:tab\/>/g, '\t')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex: string, number: string, name: string) => {
      if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
      return number ? String.fromCodePoint(Number(number)) : (entities[name] ?? all)
    })

const attribute = (attributes: string, name: string): string | undefined => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1]

function cellOf(attributes: string, content: string): SheetCell {
  const type = attribute(attributes, 'office:value-type')
  if (type === undefined) return null
  if (type === 'date') return { day: attribute(attributes, 'office:date-value') ?? '' }
  if (type !== 'string') return Number(attribute(attributes, 'office:value'))
  return [...content.matchAll(/<text:p[^>]*?(?:\/>|>([\s\S]*?)<\/text:p>)/g)].map((match) => decodeXml(match[1] ?? '')).join('\n')
}

/** Reads the first sheet of a Flat OpenDocument spreadsheet, as LibreOffice writes it; its cells to the right of `columns` are left out. */
export function readSheet(xml: string, columns: number): Sheet {
  const [sheet = ''] = /<table:table [\s\S]*?<\/table:table>/.exec(xml) ?? []
  const rows = [...sheet.matchAll(/<table:table-row[^>]*>([\s\S]*?)<\/table:table-row>/g)].map(([, row = '']) =>
    [...row.matchAll(/<table:(?:covered-)?table-cell([^>]*?)(?:\/>|>([\s\S]*?)<\/table:(?:covered-)?table-cell>)/g)]
      .flatMap(([, attributes = '', content = '']) =>
        Array.from({ length: Math.min(columns, Number(attribute(attributes, 'table:number-columns-repeated') ?? 1)) }, () =>
          cellOf(attributes, content),
        ),
      )
      .slice(0, columns),
  )
  const formulas = [...sheet.matchAll(/table:formula="([^"]*)"/g)].map(([, formula = '']) => decodeXml(formula))
  return { rows: rows.filter((row) => row.some((cell) => cell !== null)), formulas }
}
