import { useState } from 'react'
import { useSession } from '../../../feature/feature-context.tsx'
import { impersonatorOf } from '../../../session/impersonator.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import type { ShellProps } from '../shell.props.ts'

/** Shows whose session this is during impersonation, and a button that ends it. */
export const ImpersonationBanner = ({ t, actions }: Pick<ShellProps, 't' | 'actions'>) => {
  const { user } = useSession()
  const [isStopping, setStopping] = useState(false)
  const impersonator = impersonatorOf(user)
  if (!user || !impersonator) return null
  const name = user.name || user.email
  const stop = async () => {
    setStopping(true)
    await actions.stopImpersonating()
    setStopping(false)
  }
  return (
    <Alert
      tone="warning"
      className="fe-portal-impersonation"
      action={
        <Button size="s" busy={isStopping} onClick={() => void stop()}>
          {t('stopImpersonatingButton')}
        </Button>
      }
    >
      {t('impersonationIndicatorText', { name })}
    </Alert>
  )
}
