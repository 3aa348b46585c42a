/** The failure is verbatim from the property document, section 8. */
export const emailSent = {
  success: { title: 'E-mail on its way', text: 'What becomes of it is shown under Sent.' },
  failure: { title: 'There was an error sending your email' },
}
