/** Messages that a first page shows by itself. They are separate so that first pages do not load the error catalogue. */
export const noSessionMessage = 'Sign in to continue.'
export const failedMessage = 'Something went wrong on our side. The error has been recorded.'
export const tooManyViewsMessage = '50 views are enough: delete one first.'
