import { isJointName } from '@gya/domain/common/person.ts'

/** Verbatim from [property §2](docs/design/property.md#2) and [property §5](docs/design/property.md#5). */
export const vendorMissing = "Please add an existing vendor, or create a new record using the 'New vendor' tab."
/** Joint owners are shown with all names on the contact, the memorandum and the vendor portal. */
export const jointNameHint = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  isJointName(firstName)
    ? `Shown as “${firstName.trim()} ${lastName.trim()}”.`
    : 'Several owners: “Grace and Ewan”, or “Grace Holloway and Ewan” before the last name Price.'
export const noUserFound = 'No user found.'

/** The result for the exact address of a vendor of another branch. It cannot be chosen. */
export const vendorOfOtherBranch = {
  value: '',
  label: 'A vendor of another branch',
  note: 'Ask an administrator',
  disabled: true,
}

const resent = 'New email verification was sent succesfully.'
const notResent = 'An error occured sending the email verification.'

/** [property §8](docs/design/property.md#8) shows both in the success style; here a failure is shown as one. */
export const verificationResent = {
  success: { title: resent },
  failure: { title: notResent, text: 'Please try again.' },
}

/** "Vendor save failure: server message from the response, else 'Something went wrong saving the vendor'." */
export const vendorSaved = {
  success: { title: 'Vendor saved' },
  failure: { title: 'Something went wrong saving the vendor', text: 'Please try again.' },
}
