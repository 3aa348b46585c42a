import { isJointName } from '@gya/domain/common/person.ts'

/** The texts of a property's owner, verbatim from the property document, sections 2 and 5. */
export const vendorMissing = "Please add an existing vendor, or create a new record using the 'New vendor' tab."
/** Several owners stand with all their names on the contact, the memorandum and the vendor's page. */
export const jointNameHint = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  isJointName(firstName)
    ? `Shown as “${firstName.trim()} ${lastName.trim()}”.`
    : 'Several owners: “Grace and Ewan”, or “Grace Holloway and Ewan” before the last name Price.'
export const noUserFound = 'No user found.'

/** Shown among the results for the exact address of a vendor of another branch; it cannot be chosen. */
export const vendorOfOtherBranch = {
  value: '',
  label: 'A vendor of another branch',
  note: 'Ask an administrator',
  disabled: true,
}

const resent = 'New email verification was sent succesfully.'
const notResent = 'An error occured sending the email verification.'

/** Both are shown in the success style (property document, section 8); here a failure looks like one. */
export const verificationResent = {
  success: { title: resent },
  failure: { title: notResent, text: 'Please try again.' },
}

/** "Vendor save failure: server message from the response, else 'Something went wrong saving the vendor'." */
export const vendorSaved = {
  success: { title: 'Vendor saved' },
  failure: { title: 'Something went wrong saving the vendor', text: 'Please try again.' },
}
