import { useMediaQuery } from '@mantine/hooks'

/** True under 720 px, where tables become cards and the sidebar a drawer. Correct in the first render. */
export const useIsPhone = (): boolean => useMediaQuery('(width < 720px)', false, { getInitialValueInEffect: false })
