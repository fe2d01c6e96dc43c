import { useSyncExternalStore } from 'react'
import type { AppNavigator } from '../../app/navigator.ts'

/** The URL in force, as text, so that React can compare it. */
export const useLocation = (navigator: AppNavigator): string =>
  useSyncExternalStore(navigator.subscribe, () => navigator.location().href)
