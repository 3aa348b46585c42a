/** [reports §8](docs/design/reports.md#8). */
export const csvFailed = 'Error downloading CSV.'
export const pdfFailed = 'Error sending Workflow Report PDF'
