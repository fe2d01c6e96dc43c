import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useLogin } from '../login-context.ts'
import { type SignInTexts, signInMessages } from './sign-in.messages.ts'
import { SignInView } from './sign-in.view.tsx'

export { signInWork } from './sign-in.work.ts'

const SignIn = ({ t }: FeatureProps<null, null, SignInTexts>) => <SignInView {...useLogin()} t={t} />

/** This feature has no state or actions of its own; it uses those of the login. */
export const feature = defineFeature({
  initial: null,
  slice: () => null,
  messages: signInMessages,
  Component: SignIn,
})
