/** E-mails about changed contacts in an hour, to one address. */
export const maxContactMailsPerHour = 20
