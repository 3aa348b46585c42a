/** Verbatim from [administration §8](docs/design/administration.md#8). */
const created = { title: 'User account created', text: 'This user can now login to the platform.' }
const edited = { title: 'User account edited', text: 'Your changes have been saved.' }

export const userCreated = {
  success: created,
  failure: { title: 'Error creating user account', text: 'Something went wrong creating the user account.' },
}

/** "Adding a branch member failure: the server's message, else …". */
const memberNotAdded = { title: 'Something went wrong', text: 'Your change were not saved due to an error.' }
export const memberCreated = { success: created, failure: memberNotAdded }
export const memberAdded = { success: { title: 'Success.', text: 'Your changes have been saved.' }, failure: memberNotAdded }

export const userEdited = {
  success: edited,
  failure: { title: 'Error editing user account', text: 'Something went wrong editing the user account.' },
}

export const memberEdited = {
  success: edited,
  failure: { title: 'Something went wrong', text: 'Your changes were not saved successfully.' },
}

export const memberRemoved = { success: { title: 'Success.' }, failure: { title: 'Something went wrong. Please try again.' } }

const somethingWrong = { title: 'Something went wrong. Please try again.' }
export const invitationSent = {
  success: { title: 'Invitation sent', text: 'A link to choose a password is on its way.' },
  failure: somethingWrong,
}
export const memberDeactivated = { success: { title: 'User deactivated' }, failure: somethingWrong }
export const memberReactivated = { success: { title: 'User reactivated' }, failure: somethingWrong }
export const joinDecided = { success: { title: 'Success.', text: 'Whoever asked is told by e-mail.' }, failure: somethingWrong }
