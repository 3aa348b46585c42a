/** The texts of the profile, verbatim from the administration document, section 8. */
export const profileSaved = {
  success: { title: 'User updated', text: 'Your changes were saved successfully.' },
  failure: {
    title: 'Error updating user record',
    text: 'The edit to your user account was not performed due to an error with the submission to the API.',
  },
}

export const accountDeleted = {
  success: { title: 'Success.' },
  failure: { title: 'Error.', text: 'Something went wrong deleting your account, please contact an administrator.' },
}

/** Our text: the specification has none for POST auth/verifyemail/resend. */
export const verificationSent = {
  success: { title: 'Link sent' },
  failure: { title: 'Error.', text: 'The link could not be sent. Please try again.' },
}

export const ownPhotoRemoved = {
  success: { title: 'Your photo was removed successfully.' },
  failure: { title: 'Something went wrong deleting your photo.' },
}

/** Our text: the specification does not cover a pending address. */
export const emailChangeCancelled = {
  success: { title: 'Change cancelled', text: 'The present address stays in force.' },
  failure: { title: 'Error.', text: 'The change could not be cancelled. Please try again.' },
}

export const passwordChanged = {
  success: { title: 'Success.', text: 'Your password was changed. Every other session has ended.' },
  failure: { title: 'Error updating password', text: 'Please try again.' },
}
