/**
 * Cells of a spreadsheet that contain an error instead of a value, in workbooks and in CSV files saved from them. They are reported, and
 * never taken for text.
 */
const errorCell =
  /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|GETTING_DATA)$|^Err:\d{3}$/i

/** Stands for a formula without a stored result, which a program other than a spreadsheet may write. */
export const errorCellWithoutResult = '#NO RESULT!'

/** Why a cell has no value; null if it has one. */
export function whyErrorCell(text: string): string | null {
  const cell = text.trim()
  if (cell === errorCellWithoutResult)
    return 'The formula in this cell has no stored result: open the file in a spreadsheet program and save it again.'
  return errorCell.test(cell) ? `"${cell}" is an error of the spreadsheet, not a value.` : null
}
