import { useMemo } from 'react'
import { guarantees } from '../../../contract/guarantees.ts'
import { useSession } from '../../../feature/feature-context.tsx'
import { FeatureHost } from '../../../feature/feature-host.tsx'
import type { Loadable } from '../../../feature/feature-runtime.ts'
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

/** The bell of users who may read notifications or repair interruptions; if the bell cannot be loaded, it is omitted. */
export const BellHost = ({
  go,
  element,
  onLeave,
}: Pick<PortalBodyProps, 'go' | 'element'> & { onLeave?: (() => void) | undefined }) => {
  const { user } = useSession()
  const leave = useLeave()
  const port = useMemo<BellPort>(
    () => ({
      go: (route) =>
        leave(() => {
          go(route, 'push')
          onLeave?.()
        }),
      proveOwn: async () => {
        onLeave?.()
        const challenge = { missing: 'rights-withheld' } as const
        return (await element.app.stepUp.prompt?.({ challenge, endpoint: guarantees.listInterruptions })) ?? false
      },
    }),
    [go, element, leave, onLeave],
  )
  const held = user?.permissions?.map(({ key }) => key) ?? []
  if (!ANY.some((key) => holdsPermission(held, key))) return null
  return <FeatureHost definition={bell} given={{ port }} fallback={null} failure={() => null} />
}
