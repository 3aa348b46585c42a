/** The failure is verbatim from [property §8](docs/design/property.md#8). */
export const emailSent = {
  success: { title: 'E-mail on its way', text: 'What becomes of it is shown under Sent.' },
  failure: { title: 'There was an error sending your email' },
}
