import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'

/**
 * A document as plain data, for it travels to a thread: pdfmake's own definition without its functions. Pictures are
 * `data:` addresses of PNG or JPEG: nothing is fetched and no file is read but the fonts. `foot` stands on the left at the foot
 * of every page, "Page 1 of 2" on the right.
 */
export type PdfDocument = Pick<
  TDocumentDefinitions,
  'content' | 'info' | 'images' | 'styles' | 'defaultStyle' | 'pageSize' | 'pageOrientation' | 'pageMargins'
> & { foot?: string }
