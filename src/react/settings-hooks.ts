import { useCallback } from 'react'
import type { HeadlessSettings } from '../index.ts'
import { useAuth, useFrontEntry } from './provider.tsx'
import { useHeadless, useSettings } from './use-headless.ts'

/**
 * Returns for each feature flag whether it is on; `false` until they are loaded.
 *
 * @example
 * const Banner = () => {
 *   const [isOn] = useFeatureFlags(['new-banner'])
 *   return isOn ? <p>New</p> : null
 * }
 */
export const useFeatureFlags = (names: readonly string[]): boolean[] => {
  const { flags } = useSettings()
  return names.map((name) => flags[name] === 'on')
}

/**
 * Returns the check of {@link useFeatureFlags} as a function, for handlers.
 *
 * @example
 * const Save = () => {
 *   const check = useFeatureFlagsChecker()
 *   return <button type="button" onClick={() => console.log(check(['draft-mode']))}>Save</button>
 * }
 */
export const useFeatureFlagsChecker = (): ((names: readonly string[]) => boolean[]) => {
  const headless = useHeadless()
  return useCallback((names) => headless?.featureFlags(names) ?? names.map(() => false), [headless])
}

/** State of a policy that start-up loads. */
export interface PolicyState<Policy> {
  loading: boolean
  saving: false
  /** Whether start-up is complete but the policy could not be loaded. */
  error: boolean
  policy: Policy | undefined
}

const usePolicy = <Policy>(read: (settings: HeadlessSettings) => Policy | undefined): PolicyState<Policy> => {
  const policy = read(useSettings())
  const { isLoading } = useAuth()
  return { loading: !policy && isLoading, saving: false, error: !policy && !isLoading, policy }
}

/**
 * Returns the vendor's public policy as `policy`, such as whether users may sign up, and the main sign-in method. It is
 * `undefined` while `loading`, and after an `error`.
 *
 * @example const SignUp = () => (usePublicPolicySettings().policy?.allowSignups ? <a href="/account/sign-up">Sign up</a> : null)
 */
export const usePublicPolicySettings = (): PolicyState<NonNullable<HeadlessSettings['policy']>> =>
  usePolicy((settings) => settings.policy)

/**
 * Returns the strategies that users may sign in with.
 *
 * @example
 * const Ways = () => {
 *   const { policy } = usePublicAuthStrategiesPolicySettings()
 *   return <p>{policy?.mainAuthStrategies.map(({ strategy }) => strategy).join(', ')}</p>
 * }
 */
export const usePublicAuthStrategiesPolicySettings = (): PolicyState<NonNullable<HeadlessSettings['strategies']>> =>
  usePolicy((settings) => settings.strategies)

/** Result of {@link useRootState}. */
export interface RootState {
  /** Normalized name of the app; `undefined` before it has started. */
  appName: string | undefined
  urlStrategy: 'path' | 'hash'
  previewMode: boolean
}

/**
 * Returns facts about the app itself.
 *
 * @example const Mark = () => (useRootState().previewMode ? <p>Preview</p> : null)
 */
export const useRootState = (): RootState => {
  const app = useFrontEntry()
  const { urlStrategy, previewMode } = useSettings()
  return { appName: app?.name, urlStrategy, previewMode }
}
