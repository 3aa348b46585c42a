/** Messages that the browser gives without an answer. A first page does not load the catalogue of errors for them. */
export const noSessionMessage = 'Sign in to continue.'
export const failedMessage = 'Something went wrong on our side. The error has been recorded.'
