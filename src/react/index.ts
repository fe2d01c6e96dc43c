/** Components and hooks for React hosts; `react` and `front-entry` stay the host's own. */
export { AdminPortal, type AdminPortalProps, LoginBox, type LoginBoxProps } from './elements.tsx'
export {
  type EntitlementsActions,
  useEntitlements,
  useEntitlementsActions,
  useFeatureEntitlements,
  usePermissionEntitlements,
} from './entitlement-hooks.ts'
export { Gate, type GateProps } from './gate.tsx'
export { FrontEntryProvider, type FrontEntryProviderProps, useAuth, useFrontEntry } from './provider.tsx'
