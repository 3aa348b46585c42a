/** Joins the class names that apply: `classNames('btn', small && 's')`. */
export const classNames = (...names: unknown[]): string =>
  names.filter((name) => typeof name === 'string' && name !== '').join(' ')
