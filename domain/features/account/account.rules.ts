/** Confirmation e-mails that may be sent again in an hour: to one account, and at the request of one person. */
export const maxConfirmationsPerHour = { toAccount: 5, byPerson: 50 }

/** E-mails in an hour by which one administrator is told of changed names of one person. */
export const maxNameMailsPerHour = 5
