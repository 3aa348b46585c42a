export const sampleMade = {
  success: { title: 'Sample sale created' },
  failure: { title: 'The sample sale was not created.' },
}
export const sampleDeleted = {
  success: { title: 'Sample sale deleted' },
  failure: { title: 'The sample sale was not deleted.' },
}
