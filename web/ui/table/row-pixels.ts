/** Height of a row with a mouse, `--row` in tokens.css: for counting the rows that fit before they are drawn. */
export const rowPixels = 36
