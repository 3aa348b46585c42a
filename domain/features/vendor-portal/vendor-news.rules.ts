/**
 * Maximum number of news e-mails to one vendor in an hour. It is above the busiest day of a sale, and prevents repeated saves of a step
 * from flooding a mailbox. The app shows all messages.
 */
export const maxNewsMailsPerHour = 30
