import type { ScreenViews } from '../../lib/screen-views.tsx'

/** Messages about files: [property §8](docs/design/property.md#8), where it defines one; otherwise ours. */
export const fileUploaded = { success: { title: 'File added' }, failure: { title: 'An error occurred' } }
export const noteSaved = { success: { title: 'Note saved' }, failure: { title: 'An error occurred' } }
export const fileDeleted = { success: { title: 'File deleted' }, failure: { title: 'An error occurred' } }
export const downloadFailed = 'There was an error downloading your file.'

/** "Tabs Files and Memorandum of sale." [property §2](docs/design/property.md#2). */
export const fileViews: ScreenViews = {
  label: 'Files',
  views: [
    { label: 'Files', path: '/property/documents' },
    { label: 'Memorandum of sale', path: '/property/memo' },
  ],
}
