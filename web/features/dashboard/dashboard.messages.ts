/** Texts of the specification (reports document, sections 2.5 and 8), each once. */
export const chartFailed = 'There was an error loading the chart.'
export const noProperties = 'No properties.'
export const lastTwoWeeks = 'Last two weeks'
export const csvFailed = 'Error downloading CSV.'
