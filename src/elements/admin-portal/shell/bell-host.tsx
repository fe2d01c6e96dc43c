import { useMemo } from 'react'
import { useSession, useSettings } from '../../../feature/feature-context.tsx'
import { FeatureHost } from '../../../feature/feature-host.tsx'
import type { Loadable } from '../../../feature/feature-runtime.ts'
import { isRecord } from '../../../kernel/safe-json.ts'
import { useLeave } from '../../../parts/unsaved/unsaved.tsx'
import { holdsPermission } from '../../../rules/permission.ts'
import { type BellPort, READ_BELL } from '../notifications/notifications.state.ts'
import type { PortalBodyProps } from '../shell.state.ts'

/**
 * Permissions to read notifications, to confirm what its guarantor interrupts, or to see the accounts below
 * (`listInterruptions`).
 */
const ANY = [
  READ_BELL,
  'fe.secure.write.samlConfiguration',
  'fe.secure.write.provisioningConfiguration',
  'fe.secure.write.tenantApiTokens',
  'fe.connectivity.write.*',
  'fe.account-hierarchy.read.subAccount',
]

/** The bell is a chunk of its own, because the page loads first. */
const bell: Loadable<{ port: BellPort }> = { id: 'notifications', load: () => import('../notifications/bell.tsx') }

/**
 * Returns whether the session may lack permissions of its user: if a password is among its methods, it lacks none. The
 * methods don't name a provider that vouches for the user's passkey.
 */
const mayLackPermissions = (claims: unknown): boolean =>
  isRecord(claims) && Array.isArray(claims.amr) && !claims.amr.includes('pwd')

/**
 * The bell for users who may read notifications or repair interruptions, or whose session may lack some of their
 * permissions; it is omitted if it can't be loaded.
 */
export const BellHost = ({
  go,
  element,
  onLeave,
}: Pick<PortalBodyProps, 'go' | 'element'> & { onLeave?: (() => void) | undefined }) => {
  const { user } = useSession()
  const { hosted } = useSettings()
  const leave = useLeave()
  const port = useMemo<BellPort>(
    () => ({
      go: (route) =>
        leave(() => {
          go(route, 'push')
          onLeave?.()
        }),
      onLeave,
      stepUp: hosted ? undefined : element.app.stepUp,
    }),
    [go, element, leave, onLeave, hosted],
  )
  const held = user?.permissions?.map(({ key }) => key) ?? []
  if (!ANY.some((key) => holdsPermission(held, key)) && !mayLackPermissions(user)) return null
  return <FeatureHost definition={bell} given={{ port }} fallback={null} failure={() => null} />
}
