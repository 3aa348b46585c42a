import { useMediaQuery } from '../use-media-query.ts'

/** True under 720 px, where tables become cards and the sidebar a drawer. */
export const useIsPhone = (): boolean => useMediaQuery('(width < 720px)')
