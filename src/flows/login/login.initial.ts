import { IDLE } from '../../parts/failure/failure.ts'
import type { LoginState } from './login.state.ts'

/** Apart from the rules, which come with the code behind the first step. */
export const initialLogin: LoginState = { step: 'preLogin', email: '', progress: IDLE }
