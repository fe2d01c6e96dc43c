/** Components and hooks for React hosts. `react` and `front-entry` are peer dependencies of the host. */
export { type AuthActions, useAuthActions } from './auth-actions.ts'
export {
  type PublicStore,
  useAuthUser,
  useAuthUserOrNull,
  useIsAuthenticated,
  useSelector,
  useStore,
} from './auth-hooks.ts'
export {
  type CheckoutActions,
  type CheckoutDialog,
  type InvoicesActions,
  type SubscriptionActions,
  useBillingInformation,
  useCheckoutActions,
  useCheckoutDialog,
  useInvoices,
  useInvoicesActions,
  usePaymentMethod,
  usePaymentProvider,
  usePlans,
  useSubscription,
  useSubscriptionActions,
  useVendorPublicConfig,
} from './billing-hooks.ts'
export {
  AuthorizedContent,
  type AuthorizedContentProps,
  Gate,
  type GateProps,
  SteppedUpContent,
  type SteppedUpContentProps,
} from './content.tsx'
export { AdminPortal, type AdminPortalProps, LoginBox, type LoginBoxProps } from './elements.tsx'
export {
  type EntitlementsActions,
  type EntitlementsOptionsState,
  useEntitlements,
  useEntitlementsActions,
  useEntitlementsOptions,
  useFeatureEntitlements,
  usePermissionEntitlements,
} from './entitlement-hooks.ts'
export { useFrontEntryEvent } from './event-hook.ts'
export {
  type CustomLoginTheme,
  type EmailDomainRestrictionsData,
  type IpRestrictionsData,
  type IpRestrictionsState,
  type Loaded,
  type LoadedState,
  useCustomLoginTheme,
  useEmailDomainRestrictions,
  useIpRestrictions,
  useReloadProfile,
} from './loaded-hooks.ts'
export {
  getMaxAgeFromQueryParam,
  type LoginWithRedirectV2Options,
  useAuthRoutes,
  useIsSteppedUp,
  useLoginWithRedirect,
  useLoginWithRedirectV2,
  useOnRedirectTo,
  useStepUp,
} from './navigation-hooks.ts'
export {
  type AuditsActions,
  type AuditsData,
  type ConnectivityActions,
  type ConnectivityData,
  useAuditsActions,
  useAuditsState,
  useConnectivityActions,
  useConnectivityState,
  useVendorState,
  type VendorState,
} from './portal-hooks.ts'
export { FrontEntryProvider, type FrontEntryProviderProps, shallowEqual, useAuth, useFrontEntry } from './provider.tsx'
export {
  type PolicyState,
  type RootState,
  useFeatureFlags,
  useFeatureFlagsChecker,
  usePublicAuthStrategiesPolicySettings,
  usePublicPolicySettings,
  useRootState,
} from './settings-hooks.ts'
export { useHeadless, useSettings } from './use-headless.ts'
