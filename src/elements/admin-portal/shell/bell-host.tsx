import { useMemo } from 'react'
import { useSession } from '../../../feature/feature-context.tsx'
import { FeatureHost } from '../../../feature/feature-host.tsx'
import type { Loadable } from '../../../feature/feature-runtime.ts'
import { useLeave } from '../../../parts/unsaved/unsaved.tsx'
import { holdsPermission } from '../../../rules/permission.ts'
import type { BellPort } from '../notifications/notifications.state.ts'
import type { PortalBodyProps } from '../shell.state.ts'

const READ = 'fe.connectivity.read.userBellNotifications'

/** The bell is a chunk of its own, because the page loads first. */
const bell: Loadable<{ port: BellPort }> = { id: 'notifications', load: () => import('../notifications/bell.tsx') }

/** Notifications for users who may read them; if the bell cannot be loaded, it is omitted. */
export const BellHost = ({ go, onLeave }: Pick<PortalBodyProps, 'go'> & { onLeave?: (() => void) | undefined }) => {
  const { user } = useSession()
  const leave = useLeave()
  const port = useMemo<BellPort>(
    () => ({
      go: (route) =>
        leave(() => {
          go(route, 'push')
          onLeave?.()
        }),
    }),
    [go, leave, onLeave],
  )
  if (!holdsPermission(user?.permissions?.map(({ key }) => key) ?? [], READ)) return null
  return <FeatureHost definition={bell} given={{ port }} fallback={null} failure={() => null} />
}
