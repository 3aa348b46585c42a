/** `downloadFailed` is verbatim from [property §8](docs/design/property.md#8). */
export const memoSaved = {
  success: { title: 'Memorandum saved' },
  failure: { title: 'The memorandum was not saved' },
}
export const downloadFailed = 'There was an error downloading your file.'
