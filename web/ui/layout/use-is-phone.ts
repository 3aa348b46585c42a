import { useMediaQuery } from '@mantine/hooks'

/** True under 720 px, where tables become cards and the sidebar a drawer. Read at once, so the first picture is the right one. */
export const useIsPhone = (): boolean => useMediaQuery('(width < 720px)', false, { getInitialValueInEffect: false })
