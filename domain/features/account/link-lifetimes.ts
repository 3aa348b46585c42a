/** How long a link in an e-mail, or printed for the operator, is valid. */

/** A link that confirms an e-mail address. */
export const confirmationHours = 48

/** A link that invites a person to choose a first password. */
export const invitationDays = 7

/** A link to choose a new password, asked for at sign-in. */
export const resetHours = 2

/** A link to choose a password, made by the operator's command. */
export const operatorLinkHours = 24
