/** Verbatim from the property document, sections 2 and 8. */
export const manageReferrals = 'Manage referrals for this property'

export const referralsSaved = {
  success: { title: 'Referrals saved', text: 'Your referrals have been saved successfully.' },
  failure: { title: 'Error saving referrals', text: 'There was an error saving your referrals, please try again.' },
}

/** "thrown error alert": there was no response. */
export const referralsThrown = 'An error occurred saving your property, please try again.'
