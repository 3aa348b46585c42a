/**
 * "Save is enabled when there is an unsaved change or the completion date changed. (The text has it inverted: taken as a
 * slip.)" Domain decisions, "Timeline", on the reports document, section 4.
 */
export const canSaveTimeline = (changedItems: number, isCompletionDateChanged: boolean): boolean =>
  changedItems > 0 || isCompletionDateChanged
