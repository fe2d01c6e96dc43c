import { SignIn } from './sign-in'

/** Shows the auth routes: sign-in, sign-up, activation, forgotten password and so on. */
const Account = () => <SignIn />

export default Account
