/** `downloadFailed` is verbatim from the property document, section 8. */
export const memoSaved = {
  success: { title: 'Memorandum saved' },
  failure: { title: 'The memorandum was not saved' },
}
export const downloadFailed = 'There was an error downloading your file.'
