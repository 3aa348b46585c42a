const megabyte = 1024 * 1024

/** Limits of imported files: [connect §1.6](docs/design/connect.md#1.6). */
export const importLimits = {
  /** CSV, XLSX and BLM. */
  fileBytes: 50 * megabyte,
  zipBytes: 1024 * megabyte,
  zipEntries: 20_000,
  zipEntryBytes: 20 * megabyte,
  zipUnpackedBytes: 4 * 1024 * megabyte,
  xlsxUnpackedBytes: 300 * megabyte,
  /** Maximum compression ratio of an entry. */
  ratio: 200,
  rows: 50_000,
  columns: 300,
  /** Characters of all cells. */
  textLength: 100_000_000,
  /** Characters of a row. */
  rowLength: 400_000,
} as const
