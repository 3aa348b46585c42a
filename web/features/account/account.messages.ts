/** The texts of the profile, verbatim from [administration §8](docs/design/administration.md#8). */
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

export const ownPhotoRemoved = {
  success: { title: 'Your photo was removed successfully.' },
  failure: { title: 'Something went wrong deleting your photo.' },
}

export const passwordChanged = {
  success: { title: 'Success.', text: 'Your password was changed. Every other session has ended.' },
  failure: { title: 'Error updating password', text: 'Please try again.' },
}
