/** Not in the specification. */
export const jobRetried = {
  success: { title: 'It is tried again' },
  failure: { title: 'Error.', text: 'The job could not be tried again.' },
}

export const stuckWorkRetried = {
  success: { title: 'It is tried again' },
  failure: { title: 'Error.', text: 'The item could not be tried again.' },
}

export const mailRetried = {
  success: { title: 'It is sent again' },
  failure: { title: 'Error.', text: 'The message could not be sent again.' },
}
