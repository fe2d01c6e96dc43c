import { SignIn } from './sign-in'

/** The auth routes: sign-in, sign-up, activation, forgotten password and so on. */
const Account = () => <SignIn />

export default Account
