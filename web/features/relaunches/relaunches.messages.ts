/** Failures are verbatim from [property §8](docs/design/property.md#8). */
const failure = { title: 'Something went wrong', text: 'Something went wrong saving this relaunch, please try again.' }

export const relaunchAdded = { success: { title: 'Relaunch added' }, failure }
export const relaunchSaved = { success: { title: 'Relaunch saved' }, failure }
export const relaunchRemoved = { success: { title: 'Relaunch removed' }, failure }
