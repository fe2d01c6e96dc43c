import { useTexts } from '../../feature/feature-context.tsx'
import { Button } from '../../ui/button/button.tsx'
import { useLogin } from './login-context.ts'
import { signInMessages } from './sign-in/sign-in.messages.ts'
import { requiresSso } from './sign-in/sign-in.state.ts'

/** Shown below a sign-in that was refused because the account requires single sign-on. */
export const SsoButton = () => {
  const { state, actions } = useLogin()
  const t = useTexts(signInMessages)
  if (!requiresSso(state)) return null
  return (
    <Button size="l" block onClick={() => void actions.continueWithSso()}>
      {t('continueWithSso')}
    </Button>
  )
}
