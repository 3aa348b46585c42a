/** The texts of the branch screens. The failure is verbatim from [administration §8](docs/design/administration.md#8). */
export const branchSaved = {
  success: { title: 'Branch saved' },
  failure: {
    title: 'Error saving branch',
    text: 'Your branch was not created due to an error with the submission to the API.',
  },
}

export const branchPhotoRemoved = {
  success: { title: 'Branch photo was removed successfully.' },
  failure: { title: 'Something went wrong deleting the branch photo.' },
}
