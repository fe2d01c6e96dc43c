/** Components and hooks for React hosts; `react` and `front-entry` stay the host's own. */
export { AdminPortal, type AdminPortalProps, LoginBox, type LoginBoxProps } from './elements.tsx'
export { Gate, type GateProps } from './gate.tsx'
export { FrontEntryProvider, type FrontEntryProviderProps, useAuth, useFrontEntry } from './provider.tsx'
