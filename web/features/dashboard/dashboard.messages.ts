/** Texts of the specification ([reports §2.5](docs/design/reports.md#2.5) and [reports §8](docs/design/reports.md#8)), each once. */
export const chartFailed = 'There was an error loading the chart.'
export const noProperties = 'No properties.'
export const lastTwoWeeks = 'Last two weeks'
export const csvFailed = 'Error downloading CSV.'
