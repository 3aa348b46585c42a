/** The brand colour of a company that has chosen none; also in `web/ui/styles/tokens.css`. */
export const defaultBrandColour = '#1b2b4b'
