/** The texts of the company screens, verbatim from [administration §8](docs/design/administration.md#8). */
export const companySaved = {
  success: { title: 'Company saved' },
  failure: {
    title: 'Error saving company',
    text: 'Your company was not created due to an error with the submission to the API.',
  },
}

export const companyPhotoRemoved = {
  success: { title: 'Company photo was removed successfully.' },
  failure: { title: 'Something went wrong deleting the company photo.' },
}
