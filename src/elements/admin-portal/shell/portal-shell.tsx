import type { PortalShellProps } from '../portal-props.ts'

/** The admin portal's frame; runs inside `FeatureProvider`, `StyleRoot` and `LocaleProvider` of its element. */
export const PortalShell = (_props: PortalShellProps) => null
