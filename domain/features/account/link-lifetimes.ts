/** Lifetimes of links that are sent by e-mail or printed for the operator. */

/** A link that confirms an e-mail address. */
export const confirmationHours = 48

/** A link that invites a person to choose a first password. */
export const invitationDays = 7

/** A link to choose a new password, requested on the sign-in page. */
export const resetHours = 2

/** A link to choose a password, created by the operator's command. */
export const operatorLinkHours = 24
