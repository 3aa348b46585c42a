/** Verbatim from [property §2](docs/design/property.md#2) and [property §8](docs/design/property.md#8). */
export const manageReferrals = 'Manage referrals for this property'

export const referralsSaved = {
  success: { title: 'Referrals saved', text: 'Your referrals have been saved successfully.' },
  failure: { title: 'Error saving referrals', text: 'There was an error saving your referrals, please try again.' },
}

/** "thrown error alert": there was no response. */
export const referralsThrown = 'An error occurred saving your property, please try again.'
