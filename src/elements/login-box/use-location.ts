import { useSyncExternalStore } from 'react'
import type { AppNavigator } from '../../app/navigator.ts'

/** Returns the current URL as a string, so that React can compare it. */
export const useLocation = (navigator: AppNavigator): string =>
  useSyncExternalStore(navigator.subscribe, () => navigator.location().href)
