/** Reports document, section 8. */
export const csvFailed = 'Error downloading CSV.'
export const pdfFailed = 'Error sending Workflow Report PDF'
