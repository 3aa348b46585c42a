/** The texts of the reports document, section 8. */
export const csvFailed = 'Error downloading CSV.'
