/** The message with Undo reports that a task was saved. */
const saved = (title: string, failure: string) => ({ success: { title }, failure: { title: failure }, quiet: true as const })

export const taskAdded = saved('Task added', 'The task was not added')
export const taskSaved = saved('Task saved', 'The task was not saved')
