/** Messages that the browser shows on a first page by itself, which does not load the catalogue of errors for them. */
export const noSessionMessage = 'Sign in to continue.'
export const failedMessage = 'Something went wrong on our side. The error has been recorded.'
export const tooManyViewsMessage = '50 views are enough: delete one first.'
