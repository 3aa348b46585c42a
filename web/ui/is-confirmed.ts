const inSmall = (text: string): string => text.trim().toLocaleLowerCase('en-GB')

/** Whether what was typed confirms the text. Capitals and spaces at the ends do not count, unless it has to be `exact`. */
export const isConfirmed = (typed: string, text: string, exact = false): boolean =>
  exact ? typed === text : inSmall(typed) === inSmall(text)
